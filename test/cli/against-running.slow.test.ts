// The commands that speak to a running emulator, as they are typed.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exampleOf, flagsOf, paramsFrom } from '../../src/cli/settings/action-flags.ts'
import { catalogue, requireAction } from '../../src/control/actions/catalogue.ts'
import { parseParams } from '../../src/control/actions/perform.ts'
import { Problem } from '../../src/index.ts'
import { emptyFolder, run, write } from '../helpers/program.ts'
import { started } from '../helpers/started.ts'

/** An emulator with alice and greeter, and a way to give commands to it. */
async function stage() {
  const emulator = await started()
  const alice = await emulator.user('alice')
  const greeter = await emulator.bot('greeter')
  const command = (...args: string[]) => run(args, { env: { BOT_EMULATOR_URL: emulator.url } }).ended
  return { emulator, alice, greeter, command }
}

const said = (stdout: string) => ({ code: 0, stdout, stderr: '' })
const failed = (code: number, stderr: string) => ({ code, stdout: '', stderr })

describe('do', () => {
  it('performs an action, with flags of all shapes', async () => {
    const { emulator, alice, command } = await stage()
    expect(await command('do', 'send', '--as', 'alice', '--to=greeter', '--text', 'hi there')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^message_id +1$/m),
    })
    await command('do', 'createUser', '--first-name', 'Bob', '--handle', 'bob', '--devices', '3')
    await command('do', 'createGroup', '--title', 'Team', '--owner', String(alice.id), '--members', 'bob,greeter')
    await command(
      'do',
      'promote',
      '--as',
      'alice',
      '--chat',
      'team',
      '--who',
      'bob',
      '--rights',
      '{"can_pin_messages":true}',
    )
    await command('do', 'updateBot', '--bot', 'greeter', '--no-verified', '--suspended')
    expect(await emulator.view('/users/bob')).toMatchObject({ devices: 3 })
    const members = (await emulator.view('/chats/team/members')) as { handle: string }[]
    expect(members.find(({ handle }) => handle === 'bob')).toMatchObject({
      status: 'administrator',
      can_pin_messages: true,
      can_restrict_members: false,
    })
    expect(members).toHaveLength(3)
    expect(await emulator.view('/bots/greeter')).toMatchObject({ verified: false, suspended: true })
  })

  it('sends a file by its path', async () => {
    const { emulator, command } = await stage()
    const path = write(emptyFolder(), 'a.txt', 'hello')
    const ended = await command(
      'do',
      'sendFile',
      '--as',
      'alice',
      '--to',
      'greeter',
      '--kind',
      'document',
      '--file',
      path,
      '--json',
    )
    const { document } = JSON.parse(ended.stdout).result
    expect(document).toMatchObject({ file_name: 'a.txt', file_size: 5 })
    expect(Buffer.from(await emulator.file(document.file_unique_id)).toString()).toBe('hello')
  })

  it('names the mistake and the nearest word, and exits with 2 for misuse, 1 for a refusal', async () => {
    const { command } = await stage()
    expect(await command('do', 'sned', '--as', 'alice')).toEqual(
      failed(2, 'Unknown action "sned". Did you mean send?\n'),
    )
    expect(await command('do', 'send', '--form', 'alice')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('send does not take --form. '),
    })
    expect(await command('do', 'send', '--as', 'alice', '--txt', 'x')).toEqual(
      failed(2, 'send does not take --txt. Did you mean --text?\n'),
    )
    expect(await command('do', 'send', '--as', 'alice', '--to', 'greeter')).toEqual(
      failed(
        2,
        'send needs --text. Usage: bot-emulator do send --as <who> --to <who> --text <text> [--reply-to <number>]\n',
      ),
    )
    expect(await command('do', 'send', '--as', 'alcie', '--to', 'greeter', '--text', 'x')).toEqual(
      failed(1, 'Unknown person "alcie". Did you mean alice?\n'),
    )
    const asJson = await command('do', 'send', '--as', 'alcie', '--to', 'greeter', '--text', 'x', '--json')
    expect(JSON.parse(asJson.stdout)).toEqual({
      ok: false,
      error: { code: 'not-found', message: 'Unknown person "alcie".', hint: 'Did you mean alice?' },
    })
  })

  it('lists the actions, and the flags of one, without an emulator', async () => {
    const cwd = emptyFolder()
    const command = (...args: string[]) => run(args, { cwd }).ended
    expect(JSON.parse((await command('do', '--json')).stdout).result).toHaveLength(catalogue().length)
    expect(await command('do', 'sned', '--help')).toEqual(failed(2, 'Unknown action "sned". Did you mean send?\n'))
    const all = await command('do')
    for (const { name } of catalogue()) expect(all.stdout).toMatch(new RegExp(`^${name} `, 'm'))
    const one = await command('do', 'mute', '--help')
    expect(one.stdout).toContain('--until-date <duration|date>')
    expect(one.stdout).toContain('\nExample:\n  $ npx bot-emulator do mute --as alice')
    const rights = (await command('do', 'promote', '--help')).stdout
    expect(rights).toContain('Values of --rights, separated by commas:\n  can_change_info\n')
    const user = (await command('do', 'updateUser', '--help')).stdout
    expect(user).toContain('--last-name <text>')
    expect(one.stdout).toMatch(/--who <who> +required/)
    expect((await command('do', '--help')).stdout).toContain('Examples:')
  })
})

it('calls, updates and limits, for people and for machines', async () => {
  const { emulator, alice, greeter, command } = await stage()
  await emulator.clock.freeze()
  await alice.start(greeter)
  await greeter.call('sendMessage', { chat_id: alice.id, text: 'x' })
  await greeter.call('sendMessage', { chat_id: 4711, text: '\u001b[2J' })
  const calls = await command('calls')
  expect(calls.stdout).toMatch(/^1 {2}\S+ {2}greeter {2}sendMessage {2}200 .* {2}alice "x"$/m)
  expect(calls.stdout).toMatch(/^2 .* 400 .* the chat 4711 does not exist {2}CID-12$/m)
  const refused = await command('calls', '--refused', '--bot', '@nobody')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Unknown bot "@nobody".') })
  expect(JSON.parse((await command('calls', '--refused', '--json')).stdout).result).toMatchObject([{ id: 2 }])
  expect((await command('updates')).stdout).toMatch(/^1 {2}message {2}\{"message_id":1,/)
  expect(JSON.parse((await command('updates', 'greeter', '--json')).stdout).result).toMatchObject({
    greeter: [{ update_id: 1 }],
  })
  expect((await command('limits', 'greeter')).stdout).toMatch(/^messages_per_second +1 of 30/m)
  const hostile = await alice.send(greeter, 'a\u001b[2Jb\u202ec')
  expect(hostile.text).toContain('\u001b')
  expect((await command('updates')).stdout).not.toMatch(/[\u001b\u202e]/)
})

describe('calls', () => {
  it('shows the target and the text of a call, and a fault without a rule', async () => {
    const { emulator, alice, greeter, command } = await stage()
    await alice.start(greeter)
    const team = await emulator.group('team', { owner: alice, members: [greeter] })
    await greeter.call('sendMessage', { chat_id: team.id, text: `${'long '.repeat(20)}\nend` })
    await emulator.perform('injectFault', { operation: 'sendMessage', drop: 'before' })
    await greeter.call('sendMessage', { chat_id: alice.id, text: 'lost' }).catch(() => {})
    const { stdout } = await command('calls')
    expect(stdout).toMatch(/ms +team "(long ){12}…"\n/)
    expect(stdout).toMatch(/ms +alice "lost" {2}injected fault 1: .*\n$/)
    expect(stdout).not.toContain('undefined')
  })

  it('names what a call sends instead of a text', async () => {
    const { greeter, alice, command } = await stage()
    const commands = ['menu', 'help\u202e'].map((name) => ({ command: name, description: 'a text' }))
    await greeter.call('setMyCommands', { commands })
    await greeter.call('sendSticker', { chat_id: alice.id, sticker: { file: 'cup.webp' } })
    await greeter.call('getUpdates', { allowed_updates: ['message'] })
    const { stdout } = await command('calls')
    expect(stdout).toMatch(/ commands menu, help\\u202e/)
    expect(stdout).toMatch(/ alice sticker cup\.webp/)
    expect(stdout).toMatch(/ allowed updates \["message"\]/)
  })

  it('refuses an unknown operation, unless a bot called it', async () => {
    const { greeter, command } = await stage()
    expect(await command('calls', '--method', 'sendMesage')).toEqual(
      failed(
        2,
        'The service does not have the operation "sendMesage", and no bot called it. Did you mean sendMessage?\n',
      ),
    )
    expect(await command('calls', '--method', 'sendMessage')).toEqual(said('No calls.\n'))
    await greeter.call('sendMesage')
    expect((await command('calls', '--method', 'sendMesage')).stdout).toContain('  sendMesage  404')
  })
})

it('reset, export and import', async () => {
  const { emulator, alice, greeter, command } = await stage()
  await alice.start(greeter)
  const file = join(emptyFolder(), 'before.world')
  expect(await command('export', file)).toEqual(said(`The world is in ${file}.\n`))
  expect(readFileSync(file).length).toBeGreaterThan(1000)
  expect(await command('export', file)).toEqual(
    failed(2, `${file} already exists. Not a terminal, so there is no way to confirm. Pass --force.\n`),
  )
  expect(await command('export', file, '--force')).toMatchObject({ code: 0 })
  expect(await command('reset', '--layer', 'queues')).toEqual(
    failed(2, 'The reset removes 1 pending update. Not a terminal, so there is no way to confirm. Pass --yes.\n'),
  )
  expect(await greeter.updates()).toHaveLength(1)
  expect(await command('reset', '--layer', 'queues', '--yes')).toEqual(said('Removed 1 pending update.\n'))
  expect(await greeter.updates()).toEqual([])
  expect(await command('reset', '--yes', '--json')).toEqual(said('{"ok":true,"result":true}\n'))
  expect(await emulator.view('/users')).toEqual([])
  expect(await command('import', file)).toEqual(said(`Imported ${file}.\n`))
  expect(await emulator.view('/users/alice')).toMatchObject({ id: alice.id })
  expect(await command('import', file)).toEqual(
    failed(
      2,
      'The import replaces the whole world (2 people, 1 bot, 0 groups and channels, all messages, files, faults and ' +
        `settings) with ${file}. Not a terminal, so there is no way to confirm. Pass --yes.\n`,
    ),
  )
  await emulator.perform('createUser', { handle: 'zoe', first_name: 'Zoe' })
  expect(await command('import', file, '--yes')).toEqual(said(`Imported ${file}.\n`))
  expect(await emulator.view('/users')).toHaveLength(2)
  expect((await command('reset', '--layer', 'quues')).code).toBe(2)
  expect((await command('import', '/nowhere.world')).code).toBe(2)
  const folder = emptyFolder()
  expect(await command('import', folder, '--yes')).toEqual(
    failed(2, `${folder} cannot be read: it is a folder. Pass a file written by bot-emulator export.\n`),
  )
  expect(await command('import', write(emptyFolder(), 'x', 'no world'), '--yes')).toMatchObject({ code: 1 })
  expect(await command('export', '/nowhere/at/all')).toMatchObject({ code: 1 })
})

describe('which emulator', () => {
  it('is the one in --url, then in the environment, then in this folder', async () => {
    const { emulator } = await stage()
    const cwd = emptyFolder()
    const dead = { env: { BOT_EMULATOR_URL: 'http://127.0.0.1:1' }, cwd }
    expect(await run(['ready'], dead).ended).toEqual(
      failed(3, 'No emulator answers at http://127.0.0.1:1. Start an emulator with: npx bot-emulator start\n'),
    )
    expect(await run(['ready', '--url', emulator.url], dead).ended).toEqual(said(`Ready at ${emulator.url}.\n`))
    const running = run(['start', '--headless', '--port', '0'], { cwd })
    expect(await run(['ready', '--wait'], { cwd }).ended).toMatchObject({ code: 0 })
    expect((await run(['do', 'freezeClock', '--json'], { cwd }).ended).stdout).toContain('"frozen":true')
    await running.stop('SIGKILL')
    expect(await run(['calls'], { cwd }).ended).toEqual({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(
        /^No running emulator was found for this folder: process \d+, which served http:\S+, has ended\. Start the emulator again with npx bot-emulator start\./,
      ),
    })
  })

  it.each(['localhost:8081', 'ftp://x', 'nonsense'])('is not %s', async (url) => {
    expect(await run(['calls', '--url', url]).ended).toEqual(
      failed(2, `"${url}" is not a URL. Write a URL such as http://127.0.0.1:8081.\n`),
    )
  })

  it('exits with 3 if no emulator is known', async () => {
    expect(await run(['calls']).ended).toEqual(
      failed(
        3,
        'No running emulator was found for this folder or at http://127.0.0.1:8081. Start an emulator with: npx bot-emulator start, or pass the address of a running emulator with --url.\n',
      ),
    )
    expect((await run(['ready', '--wait', '0.2']).ended).code).toBe(3)
  })
})

describe('flags', () => {
  const action = (name: string) => catalogue().find((one) => one.name === name)!

  it('exist for every parameter of every action, with a name that a shell accepts', () => {
    for (const each of catalogue()) {
      const params = Object.keys((each.params as { properties?: object }).properties ?? {})
      expect(flagsOf(each).map(({ name }) => name)).toEqual(params)
      for (const { flag } of flagsOf(each)) expect(flag).toMatch(/^--[a-z][a-z0-9-]*$/)
    }
  })

  it.each<[string, string[], Record<string, unknown>]>([
    ['createUser', ['--first_name', 'A'], { first_name: 'A' }],
    ['createUser', ['--first-name', '5', '--id', '5'], { first_name: '5', id: 5 }],
    ['createUser', ['--first-name', '--id'], { first_name: '--id' }],
    ['createBot', ['--first-name', 'A', '--verified', '--owner', '-5'], { first_name: 'A', verified: true, owner: -5 }],
    ['createBot', ['--first-name', 'A', '--verified=false'], { first_name: 'A', verified: false }],
    [
      'createGroup',
      ['--title', 'T', '--owner', 'a', '--members', 'a', '--members', 'b,c'],
      { title: 'T', owner: 'a', members: ['a', 'b', 'c'] },
    ],
    [
      'createGroup',
      ['--title', 'T', '--owner', 'a', '--members', '["a",5]'],
      { title: 'T', owner: 'a', members: ['a', 5] },
    ],
    ['advanceClock', ['--seconds', '1.5'], { seconds: 1.5 }],
    ['advanceClock', ['--seconds', '48h'], { seconds: 172_800 }],
    ['advanceClock', ['--seconds', 'soon'], { seconds: 'soon' }],
    ['advanceClock', ['--to', 'next'], { to: 'next' }],
    ['injectFault', ['--delay-ms', '2s', '--retry-after', '5m'], { delay_ms: 2000, retry_after: 300 }],
    ['injectFault', ['--delay-ms', '20'], { delay_ms: 20 }],
    ['setClock', ['--at', '2030-01-01T00:00:00Z'], { at: 1_893_456_000 }],
    ['setClock', ['--at', '5'], { at: 5 }],
    [
      'mute',
      ['--as', 'a', '--chat', 'c', '--who', 'w', '--until-date', '1h'],
      { as: 'a', chat: 'c', who: 'w', until_date: 4601 },
    ],
    ['tap', ['--as', 'a', '--chat', 'b', '--key', 'k'], { as: 'a', bot: 'b', key: 'k' }],
    ['press', ['--as', 'a', '--bot', 'b', '--button', 'k'], { as: 'a', chat: 'b', button: 'k' }],
    [
      'press',
      ['--as', 'a', '--chat', 'b', '--row', '2', '--column', '3', '--data', '5'],
      { as: 'a', chat: 'b', row: 2, column: 3, data: '5' },
    ],
    ['send', ['--as', 'a', '--chat', 'b', '--text', 'k'], { as: 'a', to: 'b', text: 'k' }],
    ['send', ['--as', 'a', '--bot', 'b', '--text', 'k'], { as: 'a', to: 'b', text: 'k' }],
    ['start', ['--as', 'a', '--to', 'b'], { as: 'a', bot: 'b' }],
    ['updateUser', ['--user', 'a', '--last-name', 'null'], { user: 'a', last_name: null }],
    ['updateUser', ['--user', 'a', '--last-name', '[x'], { user: 'a', last_name: '[x' }],
    [
      'promote',
      ['--as', 'a', '--chat', 'c', '--who', 'w', '--rights', 'can_pin_messages,can_change_info'],
      { as: 'a', chat: 'c', who: 'w', rights: { can_pin_messages: true, can_change_info: true } },
    ],
    ['freezeClock', [], {}],
  ])('%s %j', (name, words, params) => expect(paramsFrom(action(name), words, 1000.5)).toEqual(params))

  it('have a valid example for each action', () => {
    for (const each of catalogue()) {
      const [runner, program, command, name, ...words] = exampleOf(each).match(/"[^"]+"|\S+/g) ?? []
      expect([runner, program, command, name]).toEqual(['npx', 'bot-emulator', 'do', each.name])
      const bare = words.map((word) => word.replaceAll('"', '')).filter((word) => !['--file', 'cat.jpg'].includes(word))
      const params = paramsFrom({ ...each, fields: each.fields.filter(({ name }) => name !== 'file') }, bare)
      const file = each.name === 'sendFile' ? { file: { name: 'cat.jpg', base64: '' } } : {}
      expect(() => parseParams(requireAction(each.name), { ...params, ...file })).not.toThrow()
    }
  })

  it.each<[string, string[], string]>([
    ['send', ['hi'], '"hi" does not belong to a flag.'],
    ['send', ['--as'], '--as needs a value.'],
    ['promote', ['--rights', '{'], '--rights is not valid JSON'],
    ['promote', ['--rights', 'can_pin'], '--rights: "can_pin" is not a right.'],
    ['createUser', ['--chat', 'x'], 'createUser does not take --chat.'],
    ['sendFile', ['--file', '/nowhere'], '/nowhere cannot be read'],
    ['setClock', ['--at', 'some day'], '--at: "some day" is not a date or a time.'],
  ])('%s %j is refused', (name, words, message) => {
    expect(() => paramsFrom(action(name), words)).toThrow(Problem)
    expect(() => paramsFrom(action(name), words)).toThrow(message)
  })
})
