// Tells whether a process is running.

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another account does not allow signals.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
