// The package as it is published: its files in an empty folder, started, imported and type-checked there.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { start } from '../cli/program.ts'

const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

interface Packed {
  filename: string
  size: number
  files: { path: string }[]
}

/** Packing and compiling start programs of their own, which a busy machine takes its time for. */
const MOST_MS = 120_000

let packed: Packed
let cwd: string

/** A project that depends on the package, and has beside it nothing but what the package brings. */
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'bot-emulator-consumer-'))
  const modules = join(cwd, 'node_modules')
  mkdirSync(modules)
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', cwd]
  packed = JSON.parse(execFileSync('npm', packing, { stdio: ['ignore', 'pipe', 'ignore'] }).toString())[0]
  execFileSync('tar', ['xzf', join(cwd, packed.filename), '-C', modules])
  renameSync(join(modules, 'package'), join(modules, 'bot-emulator'))
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  writeFileSync(join(cwd, 'package.json'), '{"type":"module"}')
}, MOST_MS)

afterAll(() => rmSync(cwd, { recursive: true, force: true }))

it('holds the program, the library, its types and the papers, and no sources', () => {
  const files = packed.files.map(({ path }) => path)
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'bin/bot-emulator.js', 'dist/cli.js']),
  )
  expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/types/index.d.ts', 'dist/heic-worker.js']))
  expect(files.filter((path) => /^(src|test|fixtures|scripts|bench)\/|\.map$/.test(path))).toEqual([])
  expect(packed.size).toBeLessThan(1_000_000)
})

it('starts', { timeout: MOST_MS }, async () => {
  const program = join(cwd, 'node_modules/bot-emulator/bin/bot-emulator.js')
  const { url, stop } = await start(['--token', '42:secret'], { cwd, program })
  expect(await (await fetch(`${url}/bot42:secret/getMe`)).json()).toMatchObject({ result: { username: 'greeter_bot' } })
  expect((await stop()).code).toBe(143)
})

const PROGRAM = `
import { createEmulator, type Emulator, listen, type Listening, Problem } from 'bot-emulator'
import pkg from 'bot-emulator/package.json' with { type: 'json' }

const emulator: Emulator = createEmulator()
const server: Listening = await listen(emulator, { port: 0 })
const health = (await (await fetch(server.url + '/_emulator/health')).json()) as { result: { version: string } }
try {
  emulator.perform('strat', {})
} catch (error) {
  if (error instanceof Problem) console.log(pkg.version, health.result.version, error.code)
}
await server.close()
await emulator.close()
`

it('is imported', () => {
  const plain = PROGRAM.replace(/\btype \w+, |, type \w+|: (Emulator|Listening)\b| as \{ result.*\}$/gm, '')
  const { stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', plain], { cwd })
  expect({ stdout: stdout.toString(), stderr: stderr.toString() }).toEqual({
    stdout: `${version} ${version} unknown-action\n`,
    stderr: '',
  })
})

it.each(['nodenext', 'esnext'])('has types for whoever imports it, module %s', { timeout: MOST_MS }, (module) => {
  writeFileSync(join(cwd, 'program.ts'), PROGRAM)
  writeFileSync(join(cwd, 'wrong.ts'), "import { listen } from 'bot-emulator'\nlisten('not an emulator')\n")
  const options = ['--module', module, '--moduleResolution', module === 'nodenext' ? module : 'bundler']
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--types', 'node', '--skipLibCheck', 'false', ...options]
  const check = (file: string) =>
    spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...flags, file], { cwd }).stdout.toString()
  expect(check('program.ts')).toBe('')
  expect(check('wrong.ts')).toMatch(/^wrong\.ts\(2,8\): error TS2345/)
})
