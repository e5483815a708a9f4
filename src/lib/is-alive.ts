// Tells whether a process is running.

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM means that the process is running, but belongs to another account, so that this process may not signal it.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
