// Serves an empty emulator on a free port, in memory or in a database file.
// It runs from the sources, or with BOT_EMULATOR_TESTED=built as the built command in its own process.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { createEmulator, type Emulator } from '../../src/emulator.ts'
import { listen } from '../../src/http/listen.ts'
import { lazyRecorder } from '../../src/testing/recorder/lazy-recorder.ts'
import { spawnEmulator } from './emulator-process.ts'

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

/** Test files that may share emulators: not those that count calls from the first one, or leave uploads unfinished. */
const MAY_SHARE = /\/conformance\/(?!.*(\.slow\.|lenient|ignored-parameters))/

export async function serve(file?: string): Promise<Served> {
  const start = TESTS_BUILT_COMMAND ? startProgram : startSources
  if (file !== undefined || !MAY_SHARE.test(expect.getState().testPath ?? '')) {
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
  const { url, child, end } = await spawnEmulator([...place, '--world', 'empty.yaml'], { cwd, env })
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
