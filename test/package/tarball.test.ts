// The package as it is published: its files in an empty folder, started, imported and type-checked there.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { emptyFolder, start } from '../cli/program.ts'

const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

interface Packed {
  filename: string
  size: number
  files: { path: string }[]
}

let files: string[]
let size: number

beforeAll(() => {
  const [packed] = pack('--dry-run')
  files = packed!.files.map(({ path }) => path)
  size = packed!.size
})

const pack = (...args: string[]) =>
  JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString(),
  ) as Packed[]

/** A project that depends on the package and, for its compiler, on nothing but what the package brings. */
function consumer() {
  const folder = emptyFolder()
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  const [packed] = pack('--pack-destination', folder)
  execFileSync('tar', ['xzf', join(folder, packed!.filename), '-C', modules])
  renameSync(join(modules, 'package'), join(modules, 'bot-emulator'))
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

it('holds the program, the library, its types and the papers, and no sources', () => {
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'bin/bot-emulator.js', 'dist/cli.js']),
  )
  expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/types/index.d.ts', 'dist/heic-worker.js']))
  expect(files.filter((path) => /^(src|test|fixtures|scripts|bench)\/|\.map$/.test(path))).toEqual([])
  expect(size).toBeLessThan(1_000_000)
})

it('starts', async () => {
  const folder = consumer()
  const program = join(folder, 'node_modules/bot-emulator/bin/bot-emulator.js')
  const { url, stop } = await start(['--token', '42:secret'], { cwd: folder, program })
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
  const cwd = consumer()
  const plain = PROGRAM.replace(/\btype \w+, |, type \w+|: (Emulator|Listening)\b| as \{ result.*\}$/gm, '')
  const { stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', plain], { cwd })
  expect({ stdout: stdout.toString(), stderr: stderr.toString() }).toEqual({
    stdout: `${version} ${version} unknown-action\n`,
    stderr: '',
  })
})

it.each(['nodenext', 'esnext'])('has types for whoever imports it, module %s', (module) => {
  const cwd = consumer()
  writeFileSync(join(cwd, 'program.ts'), PROGRAM)
  writeFileSync(join(cwd, 'wrong.ts'), "import { listen } from 'bot-emulator'\nlisten('not an emulator')\n")
  const options = ['--module', module, '--moduleResolution', module === 'nodenext' ? module : 'bundler']
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--types', 'node', '--skipLibCheck', 'false', ...options]
  const check = (file: string) =>
    spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...flags, file], { cwd }).stdout.toString()
  expect(check('program.ts')).toBe('')
  expect(check('wrong.ts')).toMatch(/^wrong\.ts\(2,8\): error TS2345/)
})
