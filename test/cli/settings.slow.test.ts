// Where a setting comes from: flag, environment, file, default, in this order.

import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder, run, start, write } from '../helpers/program.ts'

const CONFIG = 'bot-emulator.config.yaml'

const tokenOf = async (running: { url: string }) => {
  const { result } = (await (await fetch(`${running.url}/_emulator/bots`)).json()) as { result: { token: string }[] }
  return result[0]!.token
}

interface Settings {
  result: { webhook_routes: Record<string, string> }
}

const refused = async (cwd: string, env: Record<string, string> = {}) => {
  const { code, stdout, stderr } = await run(['start', '--headless', '--memory'], { cwd, env }).ended
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  return stderr
}

it('the file overrides the default, the environment the file, and a flag overrides all', async () => {
  const cwd = emptyFolder()
  write(cwd, CONFIG, 'memory: true\ntoken: 1:file\n')
  const env = { BOT_EMULATOR_TOKEN: '2:environment' }
  expect(await tokenOf(await start([], { cwd }))).toBe('1:file')
  expect(await tokenOf(await start([], { cwd, env }))).toBe('2:environment')
  expect(await tokenOf(await start(['--token', '3:flag'], { cwd, env }))).toBe('3:flag')
  expect(await tokenOf(await start([], { cwd, env: { BOT_EMULATOR_TOKEN: '' } }))).toBe('1:file')
  expect(readdirSync(cwd)).toEqual([CONFIG])
})

it('a switch can be turned off again by the environment', async () => {
  const cwd = emptyFolder()
  write(cwd, CONFIG, 'memory: true\n')
  await (await start([], { cwd, env: { BOT_EMULATOR_MEMORY: 'false' } })).stop()
  expect(readdirSync(cwd).sort()).toEqual(['.bot-emulator', CONFIG])
})

it('a JSON file is found from a folder below, and its paths are relative to the file', async () => {
  const top = emptyFolder()
  write(top, 'bot-emulator.config.json', '{"db": "state/world.sqlite", "world": "world.yaml"}')
  write(top, 'world.yaml', 'users: { zoe: {} }\nbots: { helper: { owner: zoe, token: "7:world" } }\n')
  const below = join(top, 'a/b')
  mkdirSync(below, { recursive: true })
  expect(await tokenOf(await start([], { cwd: below }))).toBe('7:world')
  expect(readdirSync(below)).toEqual([])
  expect(readdirSync(join(top, 'state'))).toContain('world.sqlite')
})

it('a repeated option takes a map or a list', async () => {
  const routes = async (config: string) => {
    const cwd = emptyFolder()
    write(cwd, CONFIG, `memory: true\nwebhook-route: ${config}\n`)
    const { url } = await start([], { cwd })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const { result } = (await (await fetch(`${url}/_emulator/actions/updateService`, init)).json()) as Settings
    return result.webhook_routes
  }
  const expected = { 'a.example': 'http://127.0.0.1:3000', 'b.example': 'http://127.0.0.1:3001' }
  expect(await routes('{ a.example: "http://127.0.0.1:3000", b.example: "http://127.0.0.1:3001" }')).toEqual(expected)
  expect(await routes('["a.example=http://127.0.0.1:3000", "b.example=http://127.0.0.1:3001"]')).toEqual(expected)
})

it('GAP-03 lenient operations by flag, environment and file, as a list or with commas', async () => {
  const lenientOf = async (args: string[], config = '', env: Record<string, string> = {}) => {
    const cwd = emptyFolder()
    if (config) write(cwd, CONFIG, config)
    const { url } = await start(['--memory', ...args], { cwd, env })
    const { result } = (await (await fetch(`${url}/_emulator/service`)).json()) as { result: { lenient: string[] } }
    return result.lenient
  }
  const both = ['answerCallbackQuery', 'sendChatAction']
  expect(await lenientOf([])).toEqual([])
  expect(await lenientOf(['--lenient', 'answerCallbackQuery,sendChatAction'])).toEqual(both)
  expect(await lenientOf(['--lenient', 'answerCallbackQuery', '--lenient', 'sendChatAction'])).toEqual(both)
  expect(await lenientOf([], '', { BOT_EMULATOR_LENIENT: 'answerCallbackQuery, sendChatAction' })).toEqual(both)
  expect(await lenientOf([], 'lenient: answerCallbackQuery,sendChatAction\n')).toEqual(both)
  expect(await lenientOf([], 'lenient: [answerCallbackQuery, sendChatAction]\n')).toEqual(both)
})

it('GAP-03 an operation that is lenient at the start is lenient in any world', async () => {
  const { url } = await start(['--memory', '--token', '42:T', '--lenient', 'logOut'])
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await fetch(`${url}${path}`, init)).json()
  }
  await post('/_emulator/actions/clearWorld', { keep: ['greeter'] })
  expect(await post('/bot42:T/logOut', {})).toEqual({ ok: true, result: true })
})

it.each([
  ['getMe', 'The service has getMe itself, so getMe cannot be in lenient or stubs.'],
  ['logOut,answerCallbakQuery', 'Unknown operation "answerCallbakQuery". Did you mean answerCallbackQuery?'],
])('GAP-03 --lenient %s is refused', async (names, says) => {
  const { code, stderr } = await run(['start', '--headless', '--memory', '--lenient', names]).ended
  expect(stderr).toContain(says)
  expect(code).toBe(2)
  expect(await refused(emptyFolder(), { BOT_EMULATOR_LENIENT: names })).toContain(says)
})

it.each([
  ['serviceName: A', '1:1: "serviceName" is not a setting. Did you mean service-name?'],
  ['- port', '1:1: The configuration file contains no settings. Write one setting per line, for example: port: 9000'],
  ['port: 3\nport: 4\n', '2:1: The key "port" is repeated. Write each key of a map only once.'],
])('a mistake in the file: %s', async (content, says) => {
  const cwd = emptyFolder()
  const file = write(cwd, CONFIG, content)
  expect(await refused(cwd)).toBe(`${file}:${says}\nOne mistake; nothing was started.\n`)
})

it('all mistakes of a file are reported together', async () => {
  const cwd = emptyFolder()
  const file = write(cwd, CONFIG, 'memory: true\nport: x\nprot: 3\njson: perhaps\n')
  expect(await refused(cwd)).toBe(
    `${file}:2:7: port: "x" is not valid. The value must be a number from 0 to 65535.\n` +
      `${file}:3:1: "prot" is not a setting. Did you mean port?\n` +
      `${file}:4:7: json: "perhaps" is neither true nor false. Write true or false.\n` +
      '3 mistakes; nothing was started.\n',
  )
})

describe('a world file', () => {
  const startedWith = async (world: string, ...args: string[]) => {
    const cwd = emptyFolder()
    write(cwd, 'world.yaml', world)
    return run(['start', '--headless', '--memory', '--port', '0', '--world', 'world.yaml', ...args], { cwd }).ended
  }
  const refusedWith = (stderr: string) => ({ code: 2, stdout: '', stderr })

  it('has all its mistakes reported with locations and the nearest words', async () => {
    const world = 'users:\n  zoe: { first_nam: Zoe }\nbots:\n  helper: { owner: zeo, verified: 3 }\n'
    expect(await startedWith(world)).toEqual(
      refusedWith(
        'world.yaml:2:10: world.users.zoe does not take "first_nam". Did you mean first_name?\n' +
          'world.yaml:4:20: world.bots.helper.owner: unknown "zeo". Did you mean zoe?\n' +
          'world.yaml:4:35: world.bots.helper.verified is a number. Write a boolean.\n' +
          '3 mistakes; nothing was started.\n',
      ),
    )
  })

  it('may contain its entries below the key world', async () => {
    expect(await startedWith('world:\n  user: {}\n')).toEqual(
      refusedWith(
        'world.yaml:2:3: world does not take "user". Did you mean users?\nOne mistake; nothing was started.\n',
      ),
    )
  })

  it('without a bot is refused with a token', async () => {
    expect(await startedWith('users: { zoe: {} }\n', '--token', '5:X')).toEqual(
      refusedWith('The world does not have a bot for the token. Add a bot to the world file, or omit --token.\n'),
    )
  })
})

it('a mistake in the environment', async () => {
  const cwd = emptyFolder()
  expect(await refused(cwd, { BOT_EMULATOR_PORT: 'x' })).toBe(
    'BOT_EMULATOR_PORT: "x" is not valid. The value must be a number from 0 to 65535.\n',
  )
})

it('--help works with a broken file', async () => {
  const cwd = emptyFolder()
  write(cwd, CONFIG, 'prot: 3')
  expect((await run(['start', '--help'], { cwd }).ended).code).toBe(0)
})
