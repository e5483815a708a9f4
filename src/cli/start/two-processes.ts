// Connects the process of a dashboard or an MCP server with its emulator's process.
// If one process ends for any reason, the other ends too, so neither is left behind.

import { fork } from 'node:child_process'
import { exitCodeOfProcess } from '../exit-codes.ts'

const SCREEN_PID = 'BOT_EMULATOR_SCREEN_PID'
const MAX_STOP_MS = 4000
const MAX_KEPT_OUTPUT = 64_000

type ToScreen = { listening: string }
type ToEmulator = 'speak'

/** True in an emulator process that a dashboard has started, even if that dashboard has ended since. */
export const hasScreenProcess = () => process.send !== undefined && process.env[SCREEN_PID] !== undefined

/** Tells the dashboard the address, prints the output of `start` when it asks, and ends with it. */
export function connectToScreen(url: string, startOutput: () => void) {
  const stop = () => process.kill(process.pid, 'SIGTERM')
  if (!process.connected) return stop()
  process.on('disconnect', stop)
  process.once('message', (word: ToEmulator) => word === 'speak' && startOutput())
  // The channel to the dashboard must not keep this process alive after the emulator is closed.
  process.channel?.unref()
  process.send?.({ listening: url } satisfies ToScreen)
}

export type EmulatorProcess = ReturnType<typeof startEmulatorProcess>

/** Detached, so that Ctrl-C does not stop it. By default with the arguments of this process. */
export function startEmulatorProcess(args: readonly string[] = process.argv.slice(2)) {
  const [, program = ''] = process.argv
  const child = fork(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, [SCREEN_PID]: String(process.pid) },
  })
  let output = ''
  const appendOutput = (chunk: Buffer) => {
    output = (output + chunk).slice(-MAX_KEPT_OUTPUT)
  }
  child.stdout?.on('data', appendOutput)
  child.stderr?.on('data', appendOutput)
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code, signal) => resolve(exitCodeOfProcess(code, signal)))
  })
  const url = new Promise<string>((resolve, reject) => {
    child.once('message', ({ listening }: ToScreen) => resolve(listening))
    void ended.then(() => reject(new Error('The emulator has ended.')))
  })
  url.catch(() => {})
  return {
    /** Rejects if the emulator's process ends before it listens. */
    url,
    ended,
    stop() {
      child.kill('SIGTERM')
      const killTimer = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS)
      return ended.finally(() => clearTimeout(killTimer))
    },
    showOutput() {
      child.stdout?.off('data', appendOutput).pipe(process.stdout)
      child.stderr?.off('data', appendOutput).pipe(process.stderr)
      child.send('speak' satisfies ToEmulator)
    },
    output: () => output,
  }
}
