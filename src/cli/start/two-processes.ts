// What the process with the screen and the one with the emulator say to each other. Each notices when the other is gone,
// however that came about: what is left of the two never stays alone.

import { type ChildProcess, fork } from 'node:child_process'
import { exitCodeOfProcess } from '../exit-codes.ts'

/** Names the process with the screen to the other one. */
const SCREEN = 'BOT_EMULATOR_SCREEN_PID'
const MAX_STOP_MS = 4000
const MAX_KEPT_WORDS = 64_000

type ToScreen = { listening: string }
type ToServer = 'speak'

/** Also where the screen is gone already: what it has started does not stay. */
export const isBehindScreen = () => process.send !== undefined && process.env[SCREEN] !== undefined

/** On the emulator's side: says where it listens, and speaks up where the screen is lost. */
export function standBehindScreen(url: string, speak: () => void) {
  const stop = () => process.kill(process.pid, 'SIGTERM')
  if (!process.connected) return stop()
  process.on('disconnect', stop)
  process.once('message', (word: ToServer) => word === 'speak' && speak())
  // Listening to the other process is no reason to stay once the emulator is closed.
  process.channel?.unref()
  process.send?.({ listening: url } satisfies ToScreen)
}

export interface Server {
  /** Where it listens; rejected with what it wrote when it ends before that. */
  url: Promise<string>
  /** Its exit code, once it has ended. */
  ended: Promise<number>
  /** Stops it in order, then at once. */
  stop(): Promise<number>
  /** Lets it write its lines to this process's streams. */
  speak(): void
  /** What it has written without being asked. */
  words(): string
}

/** On the screen's side: the same command once more, in a session of its own, so that no key of the terminal stops it. */
export function startServer(): Server {
  const [, program = '', ...args] = process.argv
  const child = fork(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, [SCREEN]: String(process.pid) },
  })
  let words = ''
  const keep = (chunk: Buffer) => {
    words = (words + chunk).slice(-MAX_KEPT_WORDS)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
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
    url,
    ended,
    stop: () => stopped(child, ended),
    speak() {
      child.stdout?.off('data', keep).pipe(process.stdout)
      child.stderr?.off('data', keep).pipe(process.stderr)
      child.send('speak' satisfies ToServer)
    },
    words: () => words,
  }
}

async function stopped(child: ChildProcess, ended: Promise<number>): Promise<number> {
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS)
  const code = await ended
  clearTimeout(late)
  return code
}
