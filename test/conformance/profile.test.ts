// The bot's profile: its commands, name, description and short description.

import { expect, it } from 'vitest'
import { checkedInOrder, FIRST } from './order-of-checks.ts'
import { privateChat } from './places.ts'
import { granted, refused, type Transport } from './service.ts'

const done = granted(true)
const reserved = refused(400, 'Bad Request: this name is reserved')
const bad = (field: string, reason: string) => refused(400, `Bad Request: ${field}: ${reason}`)
const badCommand = (position: number) =>
  bad(`commands.${position}.command`, 'command must be 1-32 characters: a-z, 0-9, _')

type Json = Record<string, unknown>

const HELP = { command: 'help', description: 'What I can do' }
const STOP = { command: 'stop', description: 'Be quiet' }
const BLANK = { commands: [], description: '', short_description: '' }

async function profiled() {
  const { s, bot, alice } = await privateChat()
  const profile = async (as = 'bob') => s.view(`/bots/greeter/profile?as=${as}`)
  const setter = (method: string) => (params: Json, via?: Transport) => bot.call(method, params, via)
  return {
    s,
    bot,
    alice,
    profile,
    setCommands: (commands: unknown, more: Json = {}) => bot.call('setMyCommands', { commands, ...more }),
    setName: (name: unknown, more: Json = {}) => bot.call('setMyName', { name, ...more }),
    setDescription: setter('setMyDescription'),
    setShort: setter('setMyShortDescription'),
    name: async (): Promise<string> => (await bot.ok('getMe')).first_name,
    commands: async () => (await profile()).commands,
  }
}

it('PROF-01 PROF-05 GAP-123 replaces the whole list of commands', async () => {
  const { setCommands, commands } = await profiled()
  expect(await commands()).toEqual([])
  expect(await setCommands([HELP, STOP])).toEqual(done)
  expect(await commands()).toEqual([HELP, STOP])
  expect(await setCommands([STOP])).toEqual(done)
  expect(await commands()).toEqual([STOP])
})

it.each([
  ['PROF-02', 'nothing', undefined, 'received undefined'],
  ['PROF-03', 'an object', { 0: HELP }, 'received object'],
  ['PROF-03', 'a number', 5, 'received number'],
  ['PROF-03', 'a text', 'help', 'received string'],
])('%s GAP-09 refuses %s for a list of commands, and keeps the old one', async (_rule, _what, given, received) => {
  const { setCommands, commands } = await profiled()
  await setCommands([HELP])
  expect(await setCommands(given)).toEqual(bad('commands', `Invalid input: expected array, ${received}`))
  expect(await commands()).toEqual([HELP])
})

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ command: `c${i}`, description: `number ${i}` }))

it('PROF-04 GAP-09 takes 100 commands and not 101', async () => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands(numbered(100))).toEqual(done)
  expect(await setCommands(numbered(101))).toEqual(bad('commands', 'Too big: expected array to have <=100 items'))
  expect(await commands()).toEqual(numbered(100))
})

it.each([
  ['PROF-06', 'scope', [{ type: 'all_private_chats' }, { type: 'chat', chat_id: 1 }]],
  ['PROF-06', 'scope', ['nonsense', 5]],
  ['PROF-07', 'language_code', ['en', 'de']],
  ['PROF-07', 'language_code', ['no such language', { code: 'de' }]],
])('%s ignores %s: of two lists the last stands', async (_, name, [first, second]) => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([HELP, STOP], { [name]: first })).toEqual(done)
  expect(await setCommands([STOP], { [name]: second })).toEqual(done)
  expect(await commands()).toEqual([STOP])
})

it('PROF-08 shows one list to all users and languages', async () => {
  const { s, setCommands, profile } = await profiled()
  await s.user('Claire', { language_code: 'fr' })
  await setCommands([HELP], { language_code: 'en' })
  for (const person of ['alice', 'bob', 'claire']) expect((await profile(person)).commands).toEqual([HELP])
})

it.each([
  ['PROF-09', 'one character', 'a'],
  ['PROF-10', '32 characters', 'x'.repeat(32)],
  ['PROF-11', 'every letter', 'abcdefghijklmnopqrstuvwxyz'],
  ['PROF-11', 'every digit and the underscore', '0123456789_'],
])('%s takes a command of %s', async (_rule, _what, command) => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([{ ...HELP, command }])).toEqual(done)
  expect(await commands()).toEqual([{ ...HELP, command }])
})

it.each([
  ['PROF-09 GAP-126', 'no character', ''],
  ['PROF-10 GAP-126', '33 characters', 'x'.repeat(33)],
  ['PROF-12', 'an uppercase letter', 'Start'],
  ['PROF-13', 'a leading slash', '/start'],
  ['PROF-14', 'a dash', 'a-b'],
  ['PROF-14', 'an accent', 'é'],
  ['PROF-14', 'a space', 'a b'],
  ['PROF-14', 'a line break at the end', 'start\n'],
  ['PROF-14', 'a letter of another alphabet', 'старт'],
  ['GAP-126', 'a missing name', undefined],
])('%s refuses a command of %s', async (_rules, _what, command) => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([{ ...HELP, command }])).toEqual(badCommand(0))
  expect(await commands()).toEqual([])
})

it('PROF-15 GAP-126 names the position of the first faulty command', async () => {
  const { setCommands } = await profiled()
  const wrong = { ...HELP, command: 'Help' }
  expect(await setCommands([HELP, STOP, wrong])).toEqual(badCommand(2))
  expect(await setCommands([HELP, wrong, wrong])).toEqual(badCommand(1))
  expect(await setCommands([HELP, wrong, { ...HELP, description: '' }])).toEqual(badCommand(1))
})

it.each([
  ['PROF-16', 'no character', '', 'Too small: expected string to have >=1 characters'],
  ['PROF-17', '257 characters', 'x'.repeat(257), 'Too big: expected string to have <=256 characters'],
  ['PROF-17 GAP-12', '257 emoji', '🙂'.repeat(257), 'Too big: expected string to have <=256 characters'],
])('%s GAP-09 refuses a description of %s for a command', async (_rules, _what, description, reason) => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([{ ...HELP, description }])).toEqual(bad('commands.0.description', reason))
  expect(await setCommands([HELP, { ...HELP, description }])).toEqual(bad('commands.1.description', reason))
  expect(await commands()).toEqual([])
})

it.each([
  ['PROF-17', '256 characters', 'x'.repeat(256)],
  ['PROF-17 GAP-12', '256 emoji', '🙂'.repeat(256)],
  ['PROF-18', 'one character', 'x'],
])('%s takes a description of %s for a command', async (_rules, _what, description) => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([{ ...HELP, description }])).toEqual(done)
  expect(await commands()).toEqual([{ ...HELP, description }])
})

it('GAP-126 lets a command stand twice, and clears the list with an empty one', async () => {
  const { setCommands, commands } = await profiled()
  expect(await setCommands([HELP, HELP])).toEqual(done)
  expect(await commands()).toEqual([HELP, HELP])
  expect(await setCommands([])).toEqual(done)
  expect(await commands()).toEqual([])
})

it('PROF-19 GAP-123 changes the name that getMe, messages and the profile show', async () => {
  const { bot, alice, setName, name, profile } = await profiled()
  expect(await setName('Host')).toEqual(done)
  expect(await name()).toBe('Host')
  const { from } = await bot.ok('sendMessage', { chat_id: alice.id, text: 'hi' })
  expect(from).toEqual({ id: bot.id, is_bot: true, first_name: 'Host' })
  const shown = await profile()
  expect([shown.name, shown.public_page.name]).toEqual(['Host', 'Host'])
})

const tooShort = 'Too small: expected string to have >=1 characters'

it.each([
  ['PROF-20', 'no name', undefined, 'Invalid input: expected string, received undefined'],
  ['PROF-20', 'a number', 5, 'Invalid input: expected string, received number'],
  ['PROF-21', 'an empty name', '', tooShort],
  ['PROF-22', '65 characters', 'x'.repeat(65), 'Too big: expected string to have <=64 characters'],
  ['PROF-22 GAP-12', '65 emoji', '🙂'.repeat(65), 'Too big: expected string to have <=64 characters'],
  ['GAP-124', 'spaces alone', '   ', tooShort],
  ['GAP-124', 'white space alone', '\t\u0085\u00a0\u2003\u3000\n', tooShort],
])('%s GAP-09 refuses %s', async (_rules, _what, given, reason) => {
  const { setName, name } = await profiled()
  expect(await setName(given)).toEqual(bad('name', reason))
  expect(await name()).toBe('Greeter')
})

it.each([
  ['PROF-21', 'one character', 'A', 'A'],
  ['PROF-22', '64 characters', 'x'.repeat(64), 'x'.repeat(64)],
  ['PROF-22 GAP-12', '64 emoji', '🙂'.repeat(64), '🙂'.repeat(64)],
  ['PROF-23', 'spaces around it', '  A  ', 'A'],
  ['PROF-23', 'spaces inside', ' A  B ', 'A  B'],
  ['GAP-124', '64 characters among spaces', ` ${'x'.repeat(64)} `, 'x'.repeat(64)],
  ['GAP-124', 'any white space around it', '\t\u0085\u00a0\u2003A\u2028\u205f\u3000\r\n', 'A'],
])('%s takes a name with %s', async (_rules, _what, given, kept) => {
  const { setName, name } = await profiled()
  expect(await setName(given)).toEqual(done)
  expect(await name()).toBe(kept)
})

it.each(['de', 'no such language', 5])('PROF-24 ignores language_code %j in setMyName', async (language_code) => {
  const { setName, name } = await profiled()
  expect(await setName('Host', { language_code: 'en' })).toEqual(done)
  expect(await setName('Wirt', { language_code })).toEqual(done)
  expect(await name()).toBe('Wirt')
})

const disguises: [rules: string, what: string, name: string][] = [
  ['PROF-25', 'the name itself', 'Nimbus'],
  ['PROF-25', 'the name among others', 'My Nimbus Helper'],
  ['PROF-25', 'the name inside a word', 'TheNimbusBot'],
  ['PROF-25 GAP-125', 'other letter case', 'nIMBUS'],
  ['PROF-26 GAP-125', 'a Greek capital for the first letter', 'Νimbus'],
  ['PROF-26 GAP-125', 'a Ukrainian i', 'Nіmbus'],
  ['PROF-26 GAP-125', 'a Cyrillic s', 'Nimbuѕ'],
  ['PROF-26 GAP-125', 'capitals of three alphabets', 'ΝІМΒUЅ'],
  ['PROF-26 GAP-125', 'a Cyrillic capital in the middle', 'NIМBUS'],
  ['PROF-26 GAP-125', 'r and n for m', 'Nirnbus'],
  ['PROF-26 GAP-125', 'a digit for i', 'N1mbus'],
  ['PROF-26 GAP-125', 'an l for i', 'Nlmbus'],
  ['PROF-26 GAP-125', 'an accent', 'Nímbüs'],
  ['PROF-26 GAP-125', 'a combining accent', 'Nimbu\u0308s'],
  ['PROF-26 GAP-125', 'full-width letters', 'Ｎｉｍｂｕｓ'],
  ['PROF-26 GAP-125', 'mathematical letters', '𝐍𝐢𝐦𝐛𝐮𝐬'],
  ['PROF-27 GAP-125', 'spaces between', 'N i m b u s'],
  ['PROF-27 GAP-125', 'wide and invisible spaces between', 'N\u2003i\u200bm\u00a0b\u2009u\u200ds'],
  ['PROF-27 GAP-125', 'punctuation between', 'N.i-m_b*u·s'],
  ['PROF-26 PROF-27', 'both at once', 'N і M b U ѕ'],
]

it.each(disguises)('%s refuses an unverified bot %s', async (_rules, _what, given) => {
  const { s, setName, name } = await profiled()
  await s.act('updateService', { name: 'Nimbus' })
  expect(await setName(given)).toEqual(reserved)
  expect(await name()).toBe('Greeter')
})

it.each(disguises.map(([, what, given]) => [what, given]))(
  'PROF-28 GAP-127 grants a verified bot %s',
  async (_, given) => {
    const { s, setName, name } = await profiled()
    await s.act('updateService', { name: 'Nimbus' })
    await s.act('updateBot', { bot: 'greeter', verified: true })
    expect(await setName(given)).toEqual(done)
    expect(await name()).toBe(given)
  },
)

it('PROF-25 GAP-127 reserves the name that the service has now, from bots unverified as at first', async () => {
  const { s, setName } = await profiled()
  expect((await s.view('/bots/greeter')).verified).toBe(false)
  expect(await setName('Service')).toEqual(reserved)
  expect(await setName('Nimbus')).toEqual(done)
  await s.act('updateService', { name: 'Nimbus' })
  expect(await setName('Service')).toEqual(done)
  expect(await setName('Nimbus')).toEqual(reserved)
})

it.each(['Nimbu', 'imbus', 'Numbis', 'Nim and bus', 'Sub Min', 'НИМБУС'])(
  'PROF-25 leaves the name "%s" to any bot',
  async (given) => {
    const { s, setName, name } = await profiled()
    await s.act('updateService', { name: 'Nimbus' })
    expect(await setName(given)).toEqual(done)
    expect(await name()).toBe(given)
  },
)

const texts = [
  ['PROF-29', 'PROF-30', 'setMyDescription', 'description', 512],
  ['PROF-34', 'PROF-35', 'setMyShortDescription', 'short_description', 120],
] as const

it.each(texts)(
  '%s %s GAP-09 GAP-12 %s takes a %s of %i characters and no more',
  async (_one, _two, method, field, most) => {
    const { bot, profile } = await profiled()
    for (const letter of ['x', '🙂']) {
      expect(await bot.call(method, { [field]: letter.repeat(most) })).toEqual(done)
      expect((await profile())[field]).toBe(letter.repeat(most))
      expect(await bot.call(method, { [field]: letter.repeat(most + 1) })).toEqual(
        bad(field, `Too big: expected string to have <=${most} characters`),
      )
      expect((await profile())[field]).toBe(letter.repeat(most))
    }
  },
)

it.each([
  ['PROF-31', 'absent', 'setMyDescription', 'description', {}],
  ['PROF-32', 'empty', 'setMyDescription', 'description', { description: '' }],
  ['PROF-36', 'absent', 'setMyShortDescription', 'short_description', {}],
  ['PROF-37', 'empty', 'setMyShortDescription', 'short_description', { short_description: '' }],
])('%s an %s text given to %s clears the %s and nothing else', async (_rule, _how, method, field, params) => {
  const { bot, profile } = await profiled()
  await bot.ok('setMyDescription', { description: 'I greet people.' })
  await bot.ok('setMyShortDescription', { short_description: 'I greet.' })
  expect(await bot.call(method, params)).toEqual(done)
  expect(await profile()).toMatchObject({
    ...BLANK,
    description: 'I greet people.',
    short_description: 'I greet.',
    [field]: '',
  })
})

it('PROF-33 shows the description to those who have not started the bot', async () => {
  const { setDescription, profile } = await profiled()
  await setDescription({ description: 'I greet people.\nEvery day.' })
  expect(await profile('bob')).toMatchObject({ started: false, description: 'I greet people.\nEvery day.' })
})

it('PROF-38 PROF-39 shows the short description in the profile and on the public page', async () => {
  const { setShort, profile } = await profiled()
  await setShort({ short_description: 'I greet.' })
  const shown = await profile()
  expect(shown.short_description).toBe('I greet.')
  expect(shown.public_page).toMatchObject({ name: 'Greeter', short_description: 'I greet.' })
})

it.each(texts.map(([, , method, field]) => [method, field]))(
  'GAP-128 %s ignores language_code: of two texts the last stands',
  async (method, field) => {
    const { bot, profile } = await profiled()
    expect(await bot.call(method, { [field]: 'Hello', language_code: 'en' })).toEqual(done)
    expect(await bot.call(method, { [field]: 'Hallo', language_code: 'no such language' })).toEqual(done)
    expect((await profile())[field]).toBe('Hallo')
  },
)

it('PROF-01 PROF-19 PROF-29 PROF-34 touches the profile of the calling bot only', async () => {
  const { s, setCommands, setName, setDescription, setShort } = await profiled()
  await s.bot({ first_name: 'Other' })
  const before = await s.view('/bots/other/profile')
  await setCommands([HELP])
  await setName('Host')
  await setDescription({ description: 'I greet people.' })
  await setShort({ short_description: 'I greet.' })
  expect(await s.view('/bots/other/profile')).toEqual(before)
  expect(before).toMatchObject({ ...BLANK, name: 'Other' })
})

checkedInOrder('with a reserved name', privateChat, { method: 'setMyName', params: { name: 'Host' } }, [
  ...FIRST,
  {
    name: 'shape',
    answer: bad('name', 'Too big: expected string to have <=64 characters'),
    params: { name: 'Service '.repeat(9) },
  },
  { name: 'reserved name', answer: reserved, params: { name: 'Service' } },
])

for (const [method, field, params, wrong] of [
  ['setMyCommands', 'commands', [HELP], 'help'],
  ['setMyDescription', 'description', 'I greet people.', 5],
  ['setMyShortDescription', 'short_description', 'I greet.', 5],
] as const) {
  const expected = field === 'commands' ? 'expected array, received string' : 'expected string, received number'
  checkedInOrder('with a wrong type', privateChat, { method, params: { [field]: params } }, [
    ...FIRST,
    { name: 'shape', answer: bad(field, `Invalid input: ${expected}`), params: { [field]: wrong } },
  ])
}
