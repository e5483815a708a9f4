// What the program stands on is missing or damaged: a sentence says what is wrong and what to do, and never a stack.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire is looked into freely by tests
type Json = any

import { emptyFolder, run, start, write } from '../helpers/program.ts'

const START = ['start', '--headless', '--memory', '--port', '0']
const ANEW = 'Delete node_modules, run npm install --include=optional on this machine, and start the emulator again.'

/** The program as it is installed, in a folder of its own, whose packages can be damaged. */
function installation() {
  const folder = emptyFolder()
  for (const part of ['bin', 'dist', 'package.json']) cpSync(part, join(folder, part), { recursive: true })
  linked('node_modules', join(folder, 'node_modules'))
  return { folder, program: join(folder, 'bin/bot-emulator.js'), packages: join(folder, 'node_modules') }
}

/** A folder of links to what stands in another. */
function linked(from: string, to: string) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to)
  for (const name of readdirSync(from)) symlinkSync(resolve(from, name), join(to, name))
}

/** Puts text in place of every native file of a package, or nothing. */
function damage(packages: string, name: string, folder: string, content?: string) {
  const own = join(packages, name)
  rmSync(own, { recursive: true })
  cpSync(join('node_modules', name), own, { recursive: true, filter: (path) => !path.endsWith('.node') })
  const native = readdirSync(join('node_modules', name, folder)).filter((file) => file.endsWith('.node'))
  expect(native).not.toEqual([])
  if (content !== undefined) for (const file of native) writeFileSync(join(own, folder, file), content)
}

it('a clone that is not built', async () => {
  const { folder, program } = installation()
  rmSync(join(folder, 'dist'), { recursive: true })
  expect(await run(START, { program }).ended).toEqual({
    code: 3,
    stdout: '',
    stderr: 'bot-emulator is not built: dist/cli.js is missing. Build it with: npm ci && npm run build\n',
  })
})

it.each([
  ['from the first moment on', 'commander', ['--version']],
  ['by a command', 'koa', START],
  ['on the way', 'yaml', START],
])('a package that is missing, needed %s', async (_, name, args) => {
  const { program, packages } = installation()
  rmSync(join(packages, name))
  const cwd = emptyFolder()
  write(cwd, 'bot-emulator.config.yaml', 'memory: true')
  const { code, stdout, stderr } = await run(args, { cwd, program }).ended
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(
    new RegExp(
      `^Cannot find package '${name}' imported from \\S+\\.js\\. Install bot-emulator anew; in a clone: npm ci\n$`,
    ),
  )
})

describe('better-sqlite3', () => {
  it.each([
    ['damaged', 'no library at all', /^\S+\.node: .+$/],
    ['missing', undefined, /^Cannot find module '\S+\.node'$/],
  ])('whose library is %s', async (_, content, reason) => {
    const { program, packages } = installation()
    damage(packages, 'better-sqlite3', 'prebuilds', content)
    const { code, stdout, stderr } = await run(START, { program }).ended
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    const [line, ...more] = stderr.split('\n')
    const [, why] = /^The package better-sqlite3 cannot be loaded: (.*)\. /.exec(line!) ?? []
    expect(why).toMatch(reason)
    expect([line!.endsWith(`. ${ANEW}`), ...more]).toEqual([true, ''])
  })

  it('does not leave behind a database that it could not open', async () => {
    const { program, packages } = installation()
    damage(packages, 'better-sqlite3', 'prebuilds')
    const cwd = emptyFolder()
    expect((await run(['start', '--headless', '--db', 'world.sqlite'], { cwd, program }).ended).code).toBe(3)
    expect(readdirSync(cwd)).toEqual([])
  })
})

describe('sharp', () => {
  async function withPicture(breakIt: (packages: string) => void) {
    const { program, packages } = installation()
    linked('node_modules/@img', join(packages, '@img'))
    // Out of the links, it looks for its parts beside itself.
    rmSync(join(packages, 'sharp'))
    cpSync('node_modules/sharp', join(packages, 'sharp'), { recursive: true })
    breakIt(packages)
    const { url } = await start(['--memory', '--token', '42:T'], { program })
    const picture = readFileSync('fixtures/media/plain.jpg')
    const act = async (name: string, params: object) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(params) }
      const response = await fetch(`${url}/_emulator/actions/${name}`, init)
      return { status: response.status, body: (await response.json()) as Json }
    }
    const view = async (path: string): Promise<Json> => (await fetch(`${url}/_emulator${path}`)).json()
    await act('start', { as: 'alice', bot: 'greeter' })
    const form = new FormData()
    form.set('chat_id', String((await view('/users/alice')).result.id))
    form.set('photo', new Blob([picture]), 'plain.jpg')
    const answer = await fetch(`${url}/bot42:T/sendPhoto`, { method: 'POST', body: form })
    const file = { name: 'plain.jpg', base64: picture.toString('base64') }
    return {
      called: { status: answer.status, body: await answer.json() },
      calls: await view('/calls'),
      acted: await act('sendFile', { as: 'alice', to: 'greeter', kind: 'photo', file }),
      text: await act('send', { as: 'alice', to: 'greeter', text: 'hi' }),
    }
  }

  const native = () => readdirSync('node_modules/@img').filter((name) => /^sharp-(?!libvips)/.test(name))

  it.each<[string, (packages: string) => void, RegExp]>([
    [
      'whose library is damaged',
      (packages) => {
        for (const name of native()) damage(packages, `@img/${name}`, 'lib', 'no library at all')
      },
      /^Could not load the "sharp" module using the \S+ runtime: ERR_DLOPEN_FAILED: \S+\.node: .+$/,
    ],
    [
      'whose library is missing, as where optional packages are left out',
      (packages) => {
        for (const name of native()) rmSync(join(packages, '@img', name))
      },
      /^Could not load the "sharp" module using the \S+ runtime$/,
    ],
    [
      'that is missing',
      (packages) => rmSync(join(packages, 'sharp'), { recursive: true }),
      /^Cannot find package 'sharp' imported from \S+\.js$/,
    ],
  ])('%s: a picture gets 500, and the event log names the cause and the remedy', async (_, breakIt, reason) => {
    const { called, calls, acted, text } = await withPicture(breakIt)
    const inner = { ok: false, error_code: 500, description: 'Internal Server Error' }
    expect(called).toEqual({ status: 500, body: inner })
    const [{ why, rule }] = calls.result
    const { code, message, hint } = acted.body.error
    expect(acted).toEqual({ status: 500, body: { ok: false, error: { code, message, hint } } })
    expect({ code, hint, rule }).toEqual({ code: 'broken-package', hint: ANEW, rule: 'ENV-06' })
    expect(why).toBe(`${message} ${hint}`)
    expect(message).toMatch(/^The package sharp cannot be loaded: .*\.$/)
    expect(message.slice('The package sharp cannot be loaded: '.length, -1)).toMatch(reason)
    expect(text.status).toBe(200)
  })
})
