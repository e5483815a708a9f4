// `start`: what it says, what it keeps, and how it ends.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { lives } from '../helpers/cli.ts'
import { emptyFolder, run, start, write } from '../helpers/program.ts'
import { until } from '../helpers/until.ts'

const view = async (url: string, path: string) => {
  const { result } = (await (await fetch(`${url}/_emulator${path}`)).json()) as { result: Record<string, unknown>[] }
  return result
}

const act = (url: string, action: string, params: object) =>
  fetch(`${url}/_emulator/actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })

it('prints its address on stdout in one piece, and the calls of bots on stderr', async () => {
  const { url, stop } = await start()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const [bot] = await view(url, '/bots')
  expect(await (await fetch(`${url}/bot${bot!.token}/getMe`)).json()).toMatchObject({ ok: true })
  const { stdout, stderr } = await stop()
  expect(stderr).toMatch(/^\S+ {2}greeter {2}getMe {2}200 {2}[\d.]+ ms\n$/)
  expect(stdout.split('\n')).toEqual([
    `Listening at ${url}`,
    `bot greeter: token ${bot!.token}`,
    'world: .bot-emulator/world.sqlite',
    `Point a bot at it: its API root is ${url}, so that it calls ${url}/bot<token>/getMe`,
    `Open ${url}/_emulator/ in a browser to play the people`,
    '',
  ])
})

it('names the skill in one line if the environment names a coding agent', async () => {
  const running = await start([], { env: { AI_AGENT: 'some-agent' } })
  const { stdout } = await running.stop()
  expect(stdout.split('\n').filter((line) => line.includes('SKILL.md'))).toEqual([
    'Coding agents: read SKILL.md in the package, or run npx bot-emulator mcp for tools.',
  ])
})

it('creates a small world at the first start, and keeps it', async () => {
  const cwd = emptyFolder()
  const first = await start([], { cwd })
  const people = await view(first.url, '/users')
  expect(people.map(({ handle }) => handle)).toEqual(['alice', 'bob', 'carol'])
  expect((await view(first.url, '/bots')).map(({ handle }) => handle)).toEqual(['greeter'])
  expect((await view(first.url, '/chats')).map(({ handle }) => handle).sort()).toEqual([
    'news',
    'news-comments',
    'team',
  ])
  await act(first.url, 'send', { as: 'alice', to: 'team', text: 'remember me' })
  const before = [await view(first.url, '/bots'), await view(first.url, '/chats/team/messages')]
  await first.stop()
  const second = await start([], { cwd })
  expect([await view(second.url, '/bots'), await view(second.url, '/chats/team/messages')]).toEqual(before)
})

it('keeps its folder out of git, and has a running note while it runs', async () => {
  const env = { XDG_STATE_HOME: emptyFolder() }
  const { cwd, url, pid, stop } = await start([], { env })
  const note = join(env.XDG_STATE_HOME, `bot-emulator/running/${pid}.json`)
  expect(readFileSync(join(cwd, '.bot-emulator/.gitignore'), 'utf8')).toBe('*\n')
  expect(JSON.parse(readFileSync(note, 'utf8'))).toEqual({
    pid,
    url,
    folder: cwd,
    database: join(cwd, '.bot-emulator/world.sqlite'),
  })
  expect((await stop()).code).toBe(143)
  expect(existsSync(note)).toBe(false)
})

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('stops cleanly on %s immediately after its first line', async (signal, code) => {
  const env = { XDG_STATE_HOME: emptyFolder() }
  const { until, stop } = run(['start', '--headless', '--port', '0'], { env })
  await until('stdout', '\n')
  expect((await stop(signal)).code).toBe(code)
  expect(readdirSync(join(env.XDG_STATE_HOME, 'bot-emulator/running'))).toEqual([])
})

it('starts after a crash, which leaves a note behind', async () => {
  const env = { XDG_STATE_HOME: emptyFolder() }
  const crashed = await start([], { env })
  await act(crashed.url, 'send', { as: 'alice', to: 'team', text: 'acknowledged' })
  await crashed.stop('SIGKILL')
  const { url, pid } = await start([], { cwd: crashed.cwd, env })
  const messages = await view(url, '/chats/team/messages')
  expect(messages.map(({ text }) => text)).toEqual(['acknowledged'])
  expect(readdirSync(join(env.XDG_STATE_HOME, 'bot-emulator/running'))).toEqual([`${pid}.json`])
})

it('ends if its terminal is closed before it listens', async () => {
  const screen = write(
    emptyFolder(),
    'screen.cjs',
    `const env = { ...process.env, BOT_EMULATOR_SCREEN_PID: String(process.pid) }
    const options = { detached: true, env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }
    const args = ['start', '--memory', '--port', '0']
    const child = require('node:child_process').fork('${resolve('bin/bot-emulator.js')}', args, options)
    process.stdout.write(child.pid + '\\n', () => process.kill(process.pid, 'SIGKILL'))`,
  )
  const { stdout } = await run([], { program: screen }).ended
  const pid = Number(stdout)
  onTestFinished(() => void (lives(pid) && process.kill(pid, 'SIGKILL')))
  await until(() => !lives(pid))
})

it('prints no control characters of a path, a handle or a token', async () => {
  const file = join(emptyFolder(), '\u001B[31mworld.sqlite')
  await (await start(['--db', file])).stop()
  const db = new Database(file)
  db.exec(`update bots set token = '42:' || char(27) || ']0;x'`)
  db.exec(`update users set handle = 'a' || char(27) || '[2Jb' where is_bot`)
  db.close()
  const { stop } = await start(['--db', file])
  const { stdout } = await stop()
  expect(stdout).toContain('world: ')
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F]/)
})

it('leaves nothing behind with --memory', async () => {
  const { cwd, stop } = await start(['--memory'])
  const { stdout } = await stop()
  expect(stdout).toContain('world: in memory, not saved\n')
  expect(readdirSync(cwd)).toEqual([])
})

it('prints JSON with --json', async () => {
  const running = run(['start', '--headless', '--port', '0', '--memory', '--json', '--token', '42:secret'])
  const [listening] = (await running.until('stdout', '\n')).split('\n')
  const { url } = JSON.parse(listening!)
  const bots = [{ handle: 'greeter', username: 'greeter_bot', token: '42:secret' }]
  expect(JSON.parse(listening!)).toEqual({ event: 'listening', url, bots, database: null })
  await fetch(`${url}/bot42:secret/getMe`)
  await running.until('stdout', 'getMe')
  const { stdout, stderr } = await running.stop()
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[1]!)).toMatchObject({ event: 'call', bot: 'greeter', method: 'getMe', status: 200 })
  expect(stderr).toBe('')
})

it('reads a world file, and gives the first bot the token of --token', async () => {
  const cwd = emptyFolder()
  write(cwd, 'world.yaml', 'users: { zoe: {} }\nbots: { helper: { owner: zoe } }\n')
  const { url } = await start(['--memory', '--world', 'world.yaml', '--token', '42:secret'], { cwd })
  expect((await view(url, '/users')).map(({ first_name }) => first_name)).toEqual(['Zoe'])
  expect(await (await fetch(`${url}/bot42:secret/getMe`)).json()).toMatchObject({ result: { first_name: 'Helper' } })
})

it('uses the name of --service-name, and the usual name without it', async () => {
  const name = async (url: string) =>
    ((await (await act(url, 'updateService', {})).json()) as { result: { name: string } }).result.name
  const first = await start(['--service-name', 'Nimbus'])
  expect(await name(first.url)).toBe('Nimbus')
  await first.stop()
  expect(await name((await start([], { cwd: first.cwd })).url)).toBe('Nimbus')
})

it('loads neither the tables of look-alike letters nor the search for files, which only some users need', async () => {
  const cwd = emptyFolder()
  const list = join(cwd, 'loaded')
  write(
    cwd,
    'hook.mjs',
    `import { registerHooks } from 'node:module'
import { appendFileSync } from 'node:fs'
registerHooks({
  load(url, context, next) {
    appendFileSync(${JSON.stringify(list)}, url + '\\n')
    return next(url, context)
  },
})`,
  )
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(join(cwd, 'hook.mjs'))}` }
  const { stop } = await start(['--memory'], { cwd, env })
  await stop()
  const loaded = readFileSync(list, 'utf8')
  expect(loaded).toContain('better-sqlite3')
  expect(loaded).not.toMatch(/unhomoglyph|tinyglobby/)
})
