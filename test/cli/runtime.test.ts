// The Node that the program is started by: an old one is refused in a sentence, and a new one compiles once.

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'rolldown/utils'
import { describe, expect, it } from 'vitest'
import { emptyFolder, run, write } from '../helpers/program.ts'

const PROGRAM = 'bin/bot-emulator.js'
const { version, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
const NEEDED: string = engines.node.replace('>=', '')
const [MAJOR = 0, MINOR = 0] = NEEDED.split('.').map(Number)

describe('a Node that is too old', () => {
  /** The Node of the tests, which says that it is another. */
  function as(claimed: string, program = resolve(PROGRAM)) {
    const lie = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${claimed}' } })`
    const env = { NODE_OPTIONS: `--import=${write(emptyFolder(), 'lie.mjs', lie)}` }
    return run(['--version'], { env, program }).ended
  }

  const sentence = (found: string) =>
    `bot-emulator needs Node ${NEEDED} or newer, and this is Node ${found}. Install a newer Node; in a project: npm install --save-dev node@24\n`

  it.each([MINOR ? `${MAJOR}.${MINOR - 1}.9` : `${MAJOR - 1}.99.9`, `${MAJOR - 1}.99.9`, '9.11.2'])(
    'is refused by name, with the version that is needed: %s',
    async (claimed) => expect(await as(claimed)).toEqual({ code: 3, stdout: '', stderr: sentence(claimed) }),
  )

  it.each([`${MAJOR}.${MINOR}.0`, `${MAJOR + 1}.0.0`, '100.0.0'])('does not include %s', async (claimed) =>
    expect(await as(claimed)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' }),
  )

  it('is noticed before anything else is loaded', async () => {
    const folder = emptyFolder()
    for (const part of ['bin', 'package.json']) cpSync(part, join(folder, part), { recursive: true })
    expect(await as('20.0.0', join(folder, PROGRAM))).toEqual({ code: 3, stdout: '', stderr: sentence('20.0.0') })
  })

  it('can parse the check', async () => {
    const source = readFileSync(PROGRAM, 'utf8')
    const { code } = await transform(PROGRAM, source, { target: 'node12.20' })
    expect(code).toBe((await transform(PROGRAM, source, { target: 'esnext' })).code)
  })

  it('is refused by the library too, before it opens a database', async () => {
    const lie = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`
    const library = pathToFileURL(resolve('dist/index.js')).href
    const source = `${lie}\nimport('${library}').then(async ({ startEmulator }) => {
      await startEmulator().catch(({ name, code, message }) => console.log(name, code, message))
    })`
    const { code, stdout, stderr } = await run([], { program: write(emptyFolder(), 'own.cjs', source) }).ended
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `Problem old-node ${sentence('20.20.2')}`, stderr: '' })
  })

  const old = olderNode()
  it.skipIf(!old)('is refused by the library even if a newer one is on the PATH', () => {
    const source = `import('bot-emulator').then(({ startEmulator }) => startEmulator())`
    const { status, stderr } = spawnSync(old!.path, ['-e', source], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain(sentence(old!.version).trimEnd())
  })

  it.skipIf(!old)('is noticed even if a newer one is on the PATH', () => {
    const { status, stdout, stderr } = spawnSync(
      old!.path,
      [PROGRAM, 'start', '--headless', '--memory', '--port', '0'],
      { encoding: 'utf8' },
    )
    expect({ status, stdout, stderr }).toEqual({ status: 3, stdout: '', stderr: sentence(old!.version) })
  })
})

function olderNode() {
  const paths = process.env.PATH!.split(delimiter).map((folder) => join(folder, 'node'))
  const found = paths.filter(existsSync).map((path) => {
    const [, own = ''] = /^v(.*)\n/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' })) ?? []
    return { path, version: own }
  })
  return found.find((each) => Number.parseInt(each.version, 10) < MAJOR)
}

it('keeps the compile cache for the next start', async () => {
  const folder = emptyFolder()
  expect((await run(['--version'], { env: { TMPDIR: folder } }).ended).code).toBe(0)
  expect(readdirSync(join(folder, 'node-compile-cache'))).toHaveLength(1)
})
