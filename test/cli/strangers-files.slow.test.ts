// Files that another account, or the author of a cloned repository, may have left in a folder.

import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder, run, start, write } from '../helpers/program.ts'

const CONFIG = 'bot-emulator.config.yaml'
const MISTAKE = 'prot: 3\n'
const SOMEBODY = 12_345

const isRoot = process.getuid?.() === 0

const folderIn = (folder: string, name: string) => {
  mkdirSync(join(folder, name), { recursive: true })
  return join(folder, name)
}

const makePipe = (file: string) => execFileSync('mkfifo', [file])

/** A command that needs no emulator, and that fails for the mistake in a configuration file that is read. */
const settled = (cwd: string, env: Record<string, string> = {}) => run(['explain', 'GAP-03'], { cwd, env }).ended

const ignored = (file: string, why: string) =>
  expect.objectContaining({ code: 0, stderr: `${file} is ignored: ${why}\n` })

describe('a configuration file is named once and ignored', () => {
  it.runIf(isRoot).each(['.', 'below/deep'])('if another account owns it; seen from %s', async (below) => {
    const cwd = emptyFolder()
    const file = write(cwd, CONFIG, MISTAKE)
    chownSync(file, SOMEBODY, SOMEBODY)
    const why = 'it belongs to another account. Make a copy of your own if you trust it.'
    expect(await settled(folderIn(cwd, below))).toEqual(ignored(file, why))
  })

  it.runIf(isRoot)('so that its bot is not run', async () => {
    const cwd = emptyFolder()
    const file = write(cwd, CONFIG, `bot: touch ${cwd}/entered\n`)
    chownSync(file, SOMEBODY, SOMEBODY)
    write(folderIn(cwd, 'own'), 'a.yaml', 'scenarios: [{ name: one, steps: [pause: 1s] }]\n')
    const { code, stderr } = await run(['test', 'a.yaml'], { cwd: join(cwd, 'own') }).ended
    expect(code).toBe(2)
    expect(stderr).toContain('The bot to test is missing.')
    expect(existsSync(join(cwd, 'entered'))).toBe(false)
  })

  it.runIf(isRoot)('in favour of one further up', async () => {
    const cwd = emptyFolder()
    const own = write(cwd, CONFIG, MISTAKE)
    const file = write(folderIn(cwd, 'below'), CONFIG, 'memory: true\n')
    chownSync(file, SOMEBODY, SOMEBODY)
    const { code, stderr } = await settled(join(cwd, 'below'))
    expect(code).toBe(2)
    expect(stderr).toMatch(new RegExp(`^${file} is ignored: .*\\n${own}:1:1: "prot" is not a setting\\.`))
  })
})

describe('a configuration file is looked for', () => {
  it('up to the root of a repository', async () => {
    const cwd = emptyFolder()
    write(cwd, CONFIG, MISTAKE)
    const below = folderIn(cwd, 'clone/src')
    expect((await settled(below)).code).toBe(2)
    folderIn(cwd, 'clone/.git')
    expect(await settled(below)).toMatchObject({ code: 0, stderr: '' })
    write(join(cwd, 'clone'), CONFIG, MISTAKE)
    expect((await settled(below)).code).toBe(2)
  })

  it('up to the home folder', async () => {
    const cwd = emptyFolder()
    write(cwd, CONFIG, MISTAKE)
    const below = folderIn(cwd, 'me/project')
    expect((await settled(below)).code).toBe(2)
    const env = { HOME: join(cwd, 'me') }
    expect(await settled(below, env)).toMatchObject({ code: 0, stderr: '' })
    write(join(cwd, 'me'), CONFIG, MISTAKE)
    expect((await settled(below, env)).code).toBe(2)
  })
})

it('a pipe as the database is refused', async () => {
  const cwd = emptyFolder()
  makePipe(join(cwd, 'world.sqlite'))
  expect(await run(['start', '--headless', '--db', 'world.sqlite'], { cwd }).ended).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'world.sqlite is a pipe, not a database file. Choose another file with --db.\n',
  })
})

it('a link as world.sqlite.start.json is not written through', async () => {
  const cwd = emptyFolder()
  const target = write(folderIn(cwd, 'elsewhere'), 'target', 'content')
  symlinkSync(target, join(folderIn(cwd, '.bot-emulator'), 'world.sqlite.start.json'))
  await (await start([], { cwd })).stop()
  expect(readFileSync(target, 'utf8')).toBe('content')
})
