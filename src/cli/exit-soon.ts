// Ends the process with a code, also where what it wrote is read by nobody.

const MAX_WAIT_MS = 1000

/** What is written and never taken would keep the process alive. */
export function exitSoon(code: number) {
  process.exitCode = code
  setTimeout(() => process.exit(), MAX_WAIT_MS).unref()
}
