// setMyName: the name of the bot, and which names are reserved.

import { expect, it } from 'vitest'
import { privateChat } from '../helpers/places.ts'
import { refused } from '../helpers/service.ts'
import { checkedInOrder, FIRST } from './order-of-checks.ts'
import { bad, done, profiled } from './profiled.ts'

const reserved = refused(400, 'Bad Request: this name is reserved')

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
  ['PROF-25 GAP-125', 'a digit for s', 'Nimbu5'],
  ['PROF-25 GAP-125', 'a sign for i', 'N!mbus'],
  ['PROF-25 GAP-125', 'digits and signs', 'N!m8u$'],
  ['PROF-25 GAP-125', 'a Greek capital for its sound', 'NimbuΣ'],
  ['PROF-25 GAP-125', 'signs between', 'N!i!m!b!u!s'],
  ['PROF-25 GAP-125', 'digits, signs and spaces', 'n ! m - 8 u 5'],
  ['PROF-25 GAP-125', 'bidi controls between', '\u2067Nim\u200fb\u202cus'],
  ['PROF-25 GAP-125', 'the name backwards, turned around', '\u202esubmiN'],
  ['PROF-26 GAP-125', 'the name backwards in an isolate, with a sign for i', 'The \u2067\u202esubm!N\u202c\u2069 Bot'],
  ['PROF-25 GAP-125', 'a part backwards, turned around', 'Nim\u202esub\u202c Bot'],
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

it.each(['5ervice', '5erv!ce', 'Σervice', 'S3rv1c3', '$erv|ce', 'My-5-e-r-v-i-c-e'])(
  'PROF-25 GAP-125 takes "%s" for the name of the service',
  async (given) => {
    const { setName, name } = await profiled()
    expect(await setName(given)).toEqual(reserved)
    expect(await name()).toBe('Greeter')
  },
)

it.each([
  ['PROF-27', 'dashes between', 'N—i—m—b—u—s'],
  ['PROF-27', 'other signs that resemble letters', 'N‖i%m―b٪u׀s'],
  ['PROF-27', 'a dash between letters in circles', 'ⓃⓘⓂ—ⓑⓤⓢ'],
  ['PROF-26', 'letters in dark squares', '🅽🅸🅼🅱🆄🆂'],
  ['PROF-26', 'letters in dark circles', '🅝🅘🅜🅑🅤🅢'],
  ['PROF-26', 'letters of flags', '🇳🇮🇲🇧🇺🇸'],
  ['PROF-26', 'small capitals', 'ɴɪᴍʙᴜꜱ'],
  ['PROF-26', 'strokes through letters', 'NƗMɃɄS'],
  ['PROF-26', 'small letters with strokes', 'nɨmƀʉs'],
])('%s GAP-125 refuses an unverified bot %s', async (_rule, _what, given) => {
  const { s, setName, name } = await profiled()
  await s.act('updateService', { name: 'Nimbus' })
  expect(await setName(given)).toEqual(reserved)
  expect(await name()).toBe('Greeter')
})

it.each(['ꜱᴇʀᴠɪᴄᴇ', 'Sєrvice', 'Sɛrvicϵ', 'Ser—vice', '🇸🇪🇷🇻🇮🇨🇪'])(
  'PROF-26 GAP-125 takes "%s" for Service',
  async (given) => {
    const { setName } = await profiled()
    expect(await setName(given)).toEqual(reserved)
  },
)

it.each([
  'Nimbu',
  'Nimbu4',
  'N!mbu!',
  '5ub M!n',
  'imbus',
  'Numbis',
  'Nim and bus',
  'Sub Min',
  'НИМБУС',
  '🇺🇸 Nimb',
  'Nim—bu',
  'Submin',
  '\u202esumbiN',
  'נימבוס עוזר',
  '\u200fעוזר\u200f Helper',
  'مساعد\u200f السحاب',
])('PROF-25 GAP-125 leaves the name "%s" to any bot', async (given) => {
  const { s, setName, name } = await profiled()
  await s.act('updateService', { name: 'Nimbus' })
  expect(await setName(given)).toEqual(done)
  expect(await name()).toBe(given)
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
