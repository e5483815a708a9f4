// Starts an emulator: in this process, or as a process of its own, which tests can end with any signal.

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { createEmulator, type Emulator } from '../../src/emulator.ts'
import { listen } from '../../src/http/listen.ts'
import { lazyRecorder } from '../../src/testing/recorder/lazy-recorder.ts'
import { onTestFinished } from './finished.ts'
import type { Json } from './furnish.ts'
import { launch, PROGRAM } from './program.ts'

const TESTS_BUILT_COMMAND = process.env.BOT_EMULATOR_TESTED === 'built'

export interface Served {
  url: string
  /** The emulator, if it runs in this process. */
  emulator?: Emulator
  /** Returns the folder that contains the bytes of uploaded files. */
  bytesFolder(): string
}

interface Program extends Served {
  /** Empties the world. Returns false if the emulator cannot be used again. */
  clear(): Promise<boolean>
  end(): Promise<void>
}

/** Idle emulators in memory. Tests share them, because starting an emulator takes longer than most tests. */
const free: Program[] = []

/** Test files that may test the built command. */
const CONFORMANCE = /\/conformance\//
/** Test files that may share emulators: not those that count calls from the first one, or leave uploads unfinished. */
const MAY_SHARE = /\/conformance\/(?!.*(\.slow\.|lenient|ignored-parameters))/

/**
 * Serves an empty world on a free port, in memory or in a database file: from the sources in this process, or with
 * BOT_EMULATOR_TESTED=built, for the tests of conformance, by the built command in its own.
 */
export async function serve(file?: string): Promise<Served> {
  const { testPath = '' } = expect.getState()
  const start = TESTS_BUILT_COMMAND && CONFORMANCE.test(testPath) ? startProgram : startSources
  if (file !== undefined || !MAY_SHARE.test(testPath)) {
    const program = await start(file)
    onTestFinished(program.end)
    return program
  }
  const program = free.pop() ?? (await start())
  onTestFinished(async () => {
    if (await program.clear()) free.push(program)
    else await program.end()
  })
  return program
}

/** Ends all idle emulators. A running one would keep the worker of the finished test file alive. */
export const endFreePrograms = () => Promise.all(free.splice(0).map((program) => program.end()))

async function startSources(file?: string): Promise<Program> {
  const emulator = createEmulator(file === undefined ? {} : { file })
  const server = await listen(emulator, { background: true, recorder: lazyRecorder(emulator) })
  return {
    url: server.url,
    emulator,
    bytesFolder: () => dirname(emulator.world.bytes.pathOf('any')),
    async clear() {
      emulator.polls.endAll()
      return emulator.perform('clearWorld', {}) === true
    },
    async end() {
      await server.close()
      await emulator.close()
    },
  }
}

const isOurs = (name: string) => name.startsWith('bot-emulator-')

/** Functions that kill the running commands and delete their folders, at the latest at the end of the tests. */
const running = new Set<() => void>()
process.once('exit', () => {
  for (const remove of running) remove()
})

async function startProgram(file?: string): Promise<Program> {
  const cwd = mkdtempSync(join(tmpdir(), 'bot-emulator-built-'))
  writeFileSync(join(cwd, 'empty.yaml'), 'users: {}\n')
  const place = file === undefined ? ['--memory'] : ['--db', file]
  const env = { ...process.env, TMPDIR: cwd }
  const { url, child, end } = await launchEmulator([...place, '--world', 'empty.yaml'], { cwd, env })
  const remove = () => {
    child.kill('SIGKILL')
    rmSync(cwd, { recursive: true, force: true })
  }
  running.add(remove)
  const bytesFolder = () =>
    file === undefined ? join(cwd, readdirSync(cwd).find(isOurs) ?? 'no bytes yet', 'world.files') : `${file}.files`
  return {
    url,
    bytesFolder,
    async clear() {
      const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
      return (await fetch(`${url}/_emulator/actions/clearWorld`, request)).ok
    },
    async end() {
      await end('SIGKILL')
      remove()
      running.delete(remove)
    },
  }
}

/** The time after which an operation is reported as hanging. */
const STANDSTILL_MS = 60_000

export interface EmulatorProcess {
  url: string
  child: ChildProcess
  bots: { handle: string; token: string }[]
  /** The handle and the token of the first bot. */
  bot: string
  token: string
  /** Returns what it has written to stderr. */
  errors(): string
  /** Sends the signal and waits for the end of the process. Returns its exit code or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string>
  /** Makes a call of the first bot. */
  call(method: string, params?: object): Promise<Json>
  act(action: string, params?: object): Promise<Json>
  view(path: string): Promise<Json>
}

/** Runs the built command until the end of the test. */
export async function emulatorProcess(args: readonly string[]): Promise<EmulatorProcess> {
  const running = await launchEmulator(args)
  onTestFinished(() => void running.child.kill('SIGKILL'))
  const { url, bots } = running
  const { handle: bot = '', token = '' } = bots[0] ?? {}

  async function ask(path: string, body: object): Promise<Json> {
    const answer = await post<Json>(`${url}${path}`, body)
    if (!answer?.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.result
  }

  return {
    ...running,
    bot,
    token,
    call: (method, params = {}) => ask(`/bot${token}/${method}`, params),
    act: (action, params = {}) => ask(`/_emulator/actions/${action}`, params),
    view: async (path) => ((await (await fetch(`${url}/_emulator${path}`)).json()) as Json).result,
  }
}

/** Starts the built command, up to the line that says where it listens. The caller ends it. */
async function launchEmulator(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const command = [PROGRAM, 'start', '--headless', '--json', '--port', '0', ...args]
  const { child, said, until } = launch(process.execPath, command, options)
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  const line = until('stdout', '\n')
  await Promise.race([line, standstill(() => `process ${child.pid} said no address: ${said.stderr}`)])
  const { url, bots } = JSON.parse(said.stdout.split('\n')[0]!) as Pick<EmulatorProcess, 'url' | 'bots'>
  return {
    url,
    child,
    bots,
    errors: () => said.stderr,
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      const [code, by] = await Promise.race([exited, standstill(() => `process ${child.pid} outlived ${signal}`)])
      return code ?? by!
    },
  }
}

/** Posts JSON and returns the JSON answer, or undefined if the connection breaks. */
export async function post<Answer = { ok: boolean; result?: unknown }>(
  url: string,
  body: unknown,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(STANDSTILL_MS),
    })
    return (await response.json()) as Answer
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') throw new Error(`${new URL(url).host} neither answered nor broke off`)
    return undefined
  }
}

async function standstill(what: () => string): Promise<never> {
  await pause(STANDSTILL_MS, undefined, { ref: false })
  throw new Error(`For ${STANDSTILL_MS / 1000} s ${what()}`)
}
