// Tells whether a process is running.

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM means that the process runs, but belongs to another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
