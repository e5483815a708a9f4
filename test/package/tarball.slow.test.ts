// The package as it is published: its files in an empty folder, started, imported and type-checked there.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { start } from '../helpers/program.ts'

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
    expect.arrayContaining(['LICENSE', 'README.md', 'docs/settings.md', 'bin/bot-emulator.js', 'dist/cli.js']),
  )
  expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/types/index.d.ts']))
  expect(files).toEqual(expect.arrayContaining(['dist/heic-worker.js', 'dist/archive-worker.js']))
  expect(files.filter((path) => /^(src|test|scripts|bench)\//.test(path))).toEqual([])
  expect(packed.size).toBeLessThan(1_500_000)
})

it('runs no script when it is installed', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual([])
})

it('starts', { timeout: MOST_MS }, async () => {
  const program = join(cwd, 'node_modules/bot-emulator/bin/bot-emulator.js')
  const { url, stop } = await start(['--token', '42:secret'], { cwd, program })
  expect(await (await fetch(`${url}/bot42:secret/getMe`)).json()).toMatchObject({ result: { username: 'greeter_bot' } })
  expect((await stop()).code).toBe(143)
})

const PROGRAM = `
import { type Person, Problem, type RunningEmulator, startEmulator } from 'bot-emulator'
import pkg from 'bot-emulator/package.json' with { type: 'json' }

const emulator: RunningEmulator = await startEmulator()
const health = await emulator.health()
const alice: Person = await emulator.user('alice')
try {
  await alice.send('nobody', 'hi')
} catch (error) {
  if (error instanceof Problem) console.log(pkg.version, health.version, error.code)
}
await emulator.stop()
`

it('is imported', () => {
  const plain = PROGRAM.replace(/\btype \w+, |: (RunningEmulator|Person)\b/g, '')
  const { stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', plain], { cwd })
  expect({ stdout: stdout.toString(), stderr: stderr.toString() }).toEqual({
    stdout: `${version} ${version} not-found\n`,
    stderr: '',
  })
})

it('says where in its sources a stack leads through', () => {
  const program = `import { startEmulator } from 'bot-emulator'
    await startEmulator({ get port() { throw new Error('asked') } }).catch(({ stack }) => console.log(stack))`
  const flags = ['--enable-source-maps', '--input-type=module', '-e', program]
  const { stdout } = spawnSync(process.execPath, flags, { cwd })
  expect(stdout.toString()).toMatch(/bot-emulator\/src\/testing\/library\/start-emulator\.ts:\d+:\d+/)
})

it.each(['nodenext', 'esnext'])('has types for whoever imports it, module %s', { timeout: MOST_MS }, (module) => {
  writeFileSync(join(cwd, 'program.ts'), PROGRAM)
  writeFileSync(
    join(cwd, 'wrong.ts'),
    "import { startEmulator } from 'bot-emulator'\nstartEmulator({ port: 'free' })\n",
  )
  const options = ['--module', module, '--moduleResolution', module === 'nodenext' ? module : 'bundler']
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--types', 'node', '--skipLibCheck', 'false', ...options]
  const check = (file: string) =>
    spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), ...flags, file], { cwd }).stdout.toString()
  expect(check('program.ts')).toBe('')
  expect(check('wrong.ts')).toMatch(/^wrong\.ts\(2,17\): error TS2322/)
})

it('has types for whoever requires it', { timeout: MOST_MS }, () => {
  const check = (content: string) => {
    writeFileSync(join(cwd, 'program.cts'), `import { startEmulator } from 'bot-emulator'\n${content}\n`)
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node']
    const compiler = resolve('node_modules/typescript/bin/tsc')
    return spawnSync(process.execPath, [compiler, ...flags, 'program.cts'], { cwd }).stdout.toString()
  }
  expect(check('startEmulator().then(({ url }: { url: string }) => url)')).toBe('')
  expect(check("startEmulator({ port: 'free' })")).toMatch(/^program\.cts\(2,17\): error TS2322/)
})

const TEST = `
test('greets', async () => {
  const emulator = await startEmulator()
  const alice = await emulator.user('alice')
  const greeter = await emulator.bot('greeter')
  await alice.start(greeter)
  await greeter.call('sendMessage', { chat_id: alice.id, text: 'Hello' })
  assert.equal((await alice.waitForReply()).text, 'Hello')
  await emulator.stop()
})
`

it.each([
  [
    'greets.test.mjs',
    "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { startEmulator } from 'bot-emulator'\n",
  ],
  [
    'greets.test.cjs',
    "const assert = require('node:assert')\nconst { test } = require('node:test')\nconst { startEmulator } = require('bot-emulator')\n",
  ],
])('works under the test runner of Node, from %s', (name, head) => {
  writeFileSync(join(cwd, name), head + TEST)
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', name], { cwd })
  expect(stdout.toString()).toContain('# pass 1')
  expect(status).toBe(0)
})
