// The program as a child process, in a folder of its own.

import { type ChildProcessWithoutNullStreams, type SpawnOptions, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFinished } from './finished.ts'

export const PROGRAM = resolve('bin/bot-emulator.js')

/** Where the programs of this run of tests leave word of themselves, apart from those of whoever runs the tests. */
const STATE = realpathSync(mkdtempSync(join(tmpdir(), 'bot-emulator-state-')))
chmodSync(STATE, 0o777)
process.once('exit', () => rmSync(STATE, { recursive: true, force: true }))

/** An empty folder, gone when the test is over. */
export function emptyFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bot-emulator-')))
  chmodSync(folder, 0o777)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function write(folder: string, name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

interface Surroundings {
  cwd?: string
  env?: Record<string, string>
  /** Somebody without special rights, where the tests run with them. */
  ordinary?: boolean
  program?: string
  /** Somebody types into the terminal. */
  typing?: boolean
  /** A pseudo-terminal for both streams, all of which is read as stdout, but for what is sent elsewhere: `2>file`. */
  terminal?: true | string
}

const NOBODY = 65_534

/** A command as a child process: what it has said, and how it ends. */
export function launch(command: string, args: readonly string[], options: Omit<SpawnOptions, 'stdio'>) {
  const child = spawn(command, args, { ...options, stdio: 'pipe' }) as ChildProcessWithoutNullStreams
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text
    })
  }
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, ...said })))

  /** Resolves once a stream holds the text; rejects when the program ends without it. */
  function until(stream: 'stdout' | 'stderr', text: string | RegExp): Promise<string> {
    return new Promise((found, missed) => {
      const look = () => {
        if (!(typeof text === 'string' ? said[stream].includes(text) : text.test(said[stream]))) return
        child[stream].off('data', look)
        found(said[stream])
      }
      child[stream].on('data', look)
      ended.then(({ code, stderr }) => missed(new Error(`It ended with ${code}: ${stderr}`)))
      look()
    })
  }

  return { child, said, ended, until }
}

export function run(args: string[], given: Surroundings = {}) {
  const { cwd = emptyFolder(), env = {}, ordinary = false, program = PROGRAM, terminal, typing = false } = given
  const typed = [process.execPath, program, ...args]
  const [command, ...words] = terminal ? inTerminal(typed, terminal === true ? '' : terminal) : typed
  const { child, said, ended, until } = launch(command!, words, {
    cwd,
    env: { PATH: process.env.PATH, XDG_STATE_HOME: STATE, ...(terminal && { TERM: 'xterm' }), ...env },
    ...(ordinary && process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  if (!typing) child.stdin.end()
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })

  return {
    cwd,
    ended,
    until,
    said,
    pid: child.pid!,
    type: (text: string) => void child.stdin.write(text),
    stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** By `script` of util-linux, which passes the exit code on. */
function inTerminal(typed: string[], redirection: string) {
  const quoted = typed.map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  return ['script', '-qec', `exec ${quoted.join(' ')} ${redirection}`, '/dev/null']
}

/** `start` on a free port, up to the line that says it is ready. */
export async function start(args: string[] = [], surroundings: Surroundings = {}) {
  const running = run(['start', '--headless', '--port', '0', ...args], surroundings)
  await running.until('stdout', 'Point a bot at it')
  return { ...running, url: /^Listening at (\S+)$/m.exec(running.said.stdout)![1]! }
}
