// reply_markup: its three forms, the limits they share, and where each may go.

import { expect, it } from 'vitest'
import { media } from '../helpers/files.ts'
import { channel, group, privateChat, yesNo } from '../helpers/places.ts'
import { NOON, refused } from '../helpers/service.ts'

type Json = Record<string, unknown>

const bad = (path: string, reason: string) => refused(400, `Bad Request: reply_markup${path}: ${reason}`)
const inline = (...rows: Json[][]) => ({ inline_keyboard: rows })
const button = (given: Json = {}) => ({ text: 'b', callback_data: 'd', ...given })
const grid = <Cell>(rows: number, columns: number, cell: Cell) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => cell))

async function chatWithAlice() {
  const here = await privateChat()
  const send = (reply_markup: unknown) => here.call('sendMessage', { text: 'hi', reply_markup })
  return {
    ...here,
    send,
    /** What comes back of an inline keyboard that has to be taken. */
    attached: async (reply_markup: unknown) => {
      const { status, body } = await send(reply_markup)
      return status === 200 ? body.result.reply_markup : body.description
    },
    active: async () => (await here.s.view('/users/alice/chats/greeter')).reply_keyboard,
  }
}

it('KBD-02 KBD-03 KBD-20 returns rows and buttons as they were sent to a private chat', async () => {
  const { call, posted } = await chatWithAlice()
  const reply_markup = inline(
    [button({ text: 'A', callback_data: '1' }), button({ text: 'B', callback_data: '2' })],
    [button({ text: 'C', callback_data: '3' })],
  )
  expect(await call('sendMessage', { text: 'hi', reply_markup })).toEqual(
    posted({ message_id: 2, text: 'hi', reply_markup }),
  )
})

it.each([
  ['inline_keyboard', 'rows', {}, 'expected array, received object'],
  ['inline_keyboard.0', 'buttons', [{ text: 'b' }], 'expected array, received object'],
  ['inline_keyboard.0.0', 'a button', [['b']], 'expected object, received string'],
])('KBD-02 wants arrays and objects: %s holds %s', async (path, _, inline_keyboard, reason) => {
  const { send } = await chatWithAlice()
  expect(await send({ inline_keyboard })).toEqual(bad(`.${path}`, `Invalid input: ${reason}`))
})

it.each([
  ['KBD-03', 'a text that is no string', { text: 5 }, 'text', 'Invalid input: expected string, received number'],
  [
    'KBD-03',
    'data that are no string',
    { callback_data: 5 },
    'callback_data',
    'Invalid input: expected string, received number',
  ],
  ['KBD-04', 'an empty text', { text: '' }, 'text', 'Too small: expected string to have >=1 characters'],
  ['KBD-05', '65 characters', { text: 'x'.repeat(65) }, 'text', 'Too big: expected string to have <=64 characters'],
  ['KBD-05 GAP-12', '65 emoji', { text: '🙂'.repeat(65) }, 'text', 'Too big: expected string to have <=64 characters'],
  [
    'KBD-06',
    '65 bytes',
    { callback_data: 'x'.repeat(65) },
    'callback_data',
    'Too big: expected string to have <=64 bytes',
  ],
  [
    'KBD-07',
    '33 letters of two bytes',
    { callback_data: 'é'.repeat(33) },
    'callback_data',
    'Too big: expected string to have <=64 bytes',
  ],
])('KBD-01 GAP-09 %s refuses a button with %s', async (_rules, _what, given, field, reason) => {
  const { send, texts } = await chatWithAlice()
  expect(await send(inline([button()], [button(), button(given)]))).toEqual(
    bad(`.inline_keyboard.1.1.${field}`, reason),
  )
  expect(await texts()).toEqual(['/start'])
})

it.each([
  ['KBD-04', 'one character', { text: 'x' }],
  ['KBD-05', '64 characters', { text: 'x'.repeat(64) }],
  ['KBD-05 GAP-12', '64 emoji', { text: '🙂'.repeat(64) }],
  ['KBD-06', '64 bytes', { callback_data: 'x'.repeat(64) }],
  ['KBD-07', '32 letters of two bytes', { callback_data: 'é'.repeat(32) }],
  ['GAP-39', 'empty data', { callback_data: '' }],
])('%s takes a button with %s', async (_rules, _what, given) => {
  const { attached } = await chatWithAlice()
  expect(await attached(inline([button(given)]))).toEqual(inline([button(given)]))
})

it('GAP-146 has the sign of the unreadable where half of a surrogate pair stood', async () => {
  const { send, posted, attached } = await chatWithAlice()
  const halves = inline(
    [button({ text: 'a\ud83d', callback_data: '\ude42b' })],
    [{ text: 'c', url: 'https://a.example/\ud83d' }],
  )
  const signs = inline(
    [button({ text: 'a\ufffd', callback_data: '\ufffdb' })],
    [{ text: 'c', url: 'https://a.example/\ufffd' }],
  )
  expect(await attached(halves)).toEqual(signs)
  expect(await send({ keyboard: [['x\ud83d']] })).toEqual(posted({ message_id: 3, text: 'hi' }))
})

it.each([
  'https://example.org/path?q=1#there',
  'http://example.org',
  'HTTPS://EXAMPLE.ORG:8080/',
  'https://localhost.example.org/',
  'https://sub.localhost/',
  'https://local/',
  'https://93.184.216.34/',
])('KBD-08 GAP-37 takes a button that leads to %s', async (url) => {
  const { attached } = await chatWithAlice()
  expect(await attached(inline([{ text: 'open', url }]))).toEqual(inline([{ text: 'open', url }]))
})

it.each([
  'ftp://example.org/',
  'javascript:alert(1)',
  'tg://user?id=1',
  'mailto:alice@example.org',
  'example.org',
  '',
  'https://',
  'https://alice@example.org/',
  'https://alice:secret@example.org/',
  'https://localhost/',
  'http://LocalHost:3000/',
  'https://printer.local/',
  'https://db.internal/',
  'http://127.0.0.1:3000/',
  'http://2130706433/',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
])('KBD-09 GAP-37 refuses a button that leads to "%s"', async (url) => {
  const { send } = await chatWithAlice()
  expect(await send(inline([{ text: 'open', url }]))).toEqual(bad('.inline_keyboard.0.0.url', 'URL is not allowed'))
})

it('KBD-09 GAP-37 refuses URLs of the control list, on a send and on both edits', async () => {
  const { s, send, call, attached } = await chatWithAlice()
  const good = { text: 'open', url: 'https://example.org/' }
  const evil = { text: 'open', url: 'https://Evil.example/x' }
  expect(await attached(inline([evil]))).toEqual(inline([evil]))
  await s.act('updateService', { blocked_urls: ['evil.example'] })
  const refusal = bad('.inline_keyboard.1.1.url', 'URL is not allowed')
  const reply_markup = inline([good], [good, evil])
  expect(await send(reply_markup)).toEqual(refusal)
  expect(await call('editMessageText', { message_id: 2, text: 'ho', reply_markup })).toEqual(refusal)
  expect(await call('editMessageReplyMarkup', { message_id: 2, reply_markup })).toEqual(refusal)
  expect(await attached(inline([good]))).toEqual(inline([good]))
})

it.each([
  ['neither', { text: 'b' }],
  ['both', { text: 'b', callback_data: 'd', url: 'https://example.org/' }],
  ['both, the data empty', { text: 'b', callback_data: '', url: 'https://example.org/' }],
  ['neither but null', { text: 'b', callback_data: null, url: null }],
])('GAP-38 refuses a button with %s of callback_data and url', async (_, given) => {
  const { send } = await chatWithAlice()
  expect(await send(inline([given]))).toEqual(
    bad('.inline_keyboard.0.0', 'Invalid input: expected exactly one of callback_data and url'),
  )
})

it('GAP-38 takes null for no field of a button', async () => {
  const { attached } = await chatWithAlice()
  const link = { text: 'open', url: 'https://example.org/' }
  const written = [button({ url: null }), { ...link, callback_data: null, pay: null }]
  expect(await attached(inline(written))).toEqual(inline([button(), link]))
})

it('GAP-38 drops the other fields of a button', async () => {
  const { attached } = await chatWithAlice()
  expect(await attached(inline([button({ pay: true, style: 'primary' })]))).toEqual(inline([button()]))
})

it.each([
  ['KBD-10', 'inline_keyboard', 12, 1, button()],
  ['KBD-11', 'inline_keyboard', 1, 8, button()],
  // 97 to 100 buttons never fit the other two limits, so 96 are the most that can be shown to pass.
  ['KBD-12', 'inline_keyboard', 12, 8, button()],
  ['KBD-13', 'keyboard', 12, 1, { text: 'k' }],
  ['KBD-14', 'keyboard', 1, 8, { text: 'k' }],
  ['KBD-15', 'keyboard', 12, 8, { text: 'k' }],
])('%s takes an %s of %i rows of %i', async (_, form, rows, columns, cell) => {
  const { attached, active } = await chatWithAlice()
  const shown = await attached({ [form]: grid<unknown>(rows, columns, cell) })
  expect(form === 'keyboard' ? await active() : shown.inline_keyboard).toEqual(grid<unknown>(rows, columns, cell))
})

const tooMany = (items: number) => `Too big: expected array to have <=${items} items`

it.each([
  ['KBD-10', 'inline_keyboard', 13, 1, '', 12],
  ['KBD-11', 'inline_keyboard', 1, 9, '.0', 8],
  ['KBD-13', 'keyboard', 13, 1, '', 12],
  ['KBD-14', 'keyboard', 1, 9, '.0', 8],
])('KBD-01 GAP-09 %s refuses an %s of %i rows of %i', async (_, form, rows, columns, path, most) => {
  const { send, active, texts } = await chatWithAlice()
  expect(await send({ [form]: grid(rows, columns, button()) })).toEqual(bad(`.${form}${path}`, tooMany(most)))
  expect([await active(), await texts()]).toEqual([null, ['/start']])
})

it.each([
  ['KBD-12', 'inline_keyboard'],
  ['KBD-15', 'keyboard'],
])('%s GAP-43 refuses an %s of 101 buttons, be it in too many rows or in too long ones', async (_, form) => {
  const { send } = await chatWithAlice()
  const rows = [...grid(12, 8, button()), ...grid(1, 5, button())]
  expect(await send({ [form]: rows })).toEqual(bad(`.${form}`, tooMany(12)))
  const long = [...grid(11, 8, button()), ...grid(1, 13, button())]
  expect(await send({ [form]: long })).toEqual(bad(`.${form}.11`, tooMany(8)))
})

it.each([
  ['rows of strings', [['One', 'Two'], ['Three']]],
  ['rows of objects, with further fields', [[{ text: 'One', request_contact: true }, 'Two'], [{ text: 'Three' }]]],
])('KBD-16 KBD-17 GAP-41 makes a reply keyboard of %s the active one of the chat', async (_, keyboard) => {
  const { call, posted, active } = await chatWithAlice()
  const reply_markup = { keyboard, resize_keyboard: true }
  expect(await call('sendMessage', { text: 'hi', reply_markup })).toEqual(posted({ message_id: 2, text: 'hi' }))
  expect(await active()).toEqual([[{ text: 'One' }, { text: 'Two' }], [{ text: 'Three' }]])
})

it('KBD-17 keeps the active keyboard until another takes its place', async () => {
  const { s, send, active } = await chatWithAlice()
  await send({ keyboard: [['Old']] })
  await send(undefined)
  await send(yesNo)
  expect(await active()).toEqual([[{ text: 'Old' }]])
  await s.act('tap', { as: 'alice', bot: 'greeter', key: 'Old' })
  await send({ keyboard: [['New']] })
  expect(await active()).toEqual([[{ text: 'New' }]])
})

it.each([
  ['an empty text', '', 'Too small: expected string to have >=1 characters'],
  ['65 characters', 'x'.repeat(65), 'Too big: expected string to have <=64 characters'],
])('GAP-41 refuses a key with %s, as string and as object', async (_, text, reason) => {
  const { send, active } = await chatWithAlice()
  expect(await send({ keyboard: [['a'], ['b', text]] })).toEqual(bad('.keyboard.1.1.text', reason))
  expect(await send({ keyboard: [['a'], ['b', { text }]] })).toEqual(bad('.keyboard.1.1.text', reason))
  await send({ keyboard: [['x'.repeat(64), 'y']] })
  expect(await active()).toEqual([[{ text: 'x'.repeat(64) }, { text: 'y' }]])
})

it('KBD-18 KBD-19 takes the active keyboard away', async () => {
  const { call, posted, active } = await chatWithAlice()
  await call('sendMessage', { text: 'hi', reply_markup: { keyboard: [['One']] } })
  expect(await active()).toEqual([[{ text: 'One' }]])
  const removal = { text: 'done', reply_markup: { remove_keyboard: true } }
  expect(await call('sendMessage', removal)).toEqual(posted({ message_id: 3, text: 'done' }))
  expect(await active()).toBeNull()
})

it.each([
  ['KBD-21', 'reply keyboard', { keyboard: [['One']] }],
  ['KBD-22', 'removal', { remove_keyboard: true }],
])('%s takes a %s in a private chat only', async (_rule, _what, reply_markup) => {
  const say = { text: 'hi', reply_markup }
  const alone = await privateChat()
  expect(await alone.call('sendMessage', say)).toEqual(alone.posted({ message_id: 2, text: 'hi' }))
  expect(await (await group()).call('sendMessage', say)).toEqual(
    refused(400, 'Bad Request: only inline keyboards are supported in groups'),
  )
  expect(await (await channel()).call('sendMessage', say)).toEqual(
    refused(400, "Bad Request: channel posts can't have buttons"),
  )
})

it('GAP-40 drops empty rows before it counts them', async () => {
  const { attached, send, active } = await chatWithAlice()
  expect(await attached(inline([], [button()], [], [button()]))).toEqual(inline([button()], [button()]))
  const twelve = grid(12, 1, button())
  expect(await attached(inline([], ...twelve, []))).toEqual(inline(...twelve))
  await send({ keyboard: [[], ['One'], []] })
  expect(await active()).toEqual([[{ text: 'One' }]])
})

const inlineOnly = refused(400, 'Bad Request: only inline keyboards are supported in groups')
const noButtons = refused(400, "Bad Request: channel posts can't have buttons")

const NOTHING = [
  ['KBD-23 GAP-40', { inline_keyboard: [] }],
  ['KBD-23 GAP-40', { inline_keyboard: [[], []] }],
  ['GAP-42', {}],
  ['GAP-42', { force_reply: true }],
  ['GAP-42', { foo: 1 }],
  ['GAP-42', { inline_keyboard: false }],
  ['GAP-42', { keyboard: null, remove_keyboard: null }],
] as const

const FOR_PRIVATE_CHATS = [
  ['KBD-24 GAP-40', { keyboard: [] }],
  ['KBD-24 GAP-40', { keyboard: [[]] }],
  ['KBD-24 GAP-42', { keyboard: false }],
] as const

it.each([...NOTHING, ...FOR_PRIVATE_CHATS])(
  '%s takes %j for no keyboard in a private chat',
  async (_, reply_markup) => {
    const { call, posted, active } = await chatWithAlice()
    await call('sendMessage', { text: 'keys', reply_markup: { keyboard: [['One']] } })
    expect(await call('sendMessage', { text: 'hi', reply_markup })).toEqual(posted({ message_id: 3, text: 'hi' }))
    expect(await active()).toEqual([[{ text: 'One' }]])
  },
)

it.each(NOTHING)('%s takes %j for no keyboard in a group', async (_, reply_markup) => {
  const { call, posted, texts } = await group()
  expect(await call('sendMessage', { text: 'hi', reply_markup })).toEqual(posted({ message_id: 1, text: 'hi' }))
  expect(await call('editMessageText', { message_id: 1, text: 'ho', reply_markup })).toEqual(
    posted({ message_id: 1, edit_date: NOON, text: 'ho' }),
  )
  expect(await texts()).toEqual(['ho'])
})

it.each([
  ...FOR_PRIVATE_CHATS,
  ['KBD-24 GAP-42', { remove_keyboard: false }],
  ['KBD-24 GAP-42', { ...yesNo, keyboard: [['One']] }],
  ['KBD-24 GAP-42', { ...yesNo, remove_keyboard: false }],
  ['KBD-24 GAP-42', { ...yesNo, keyboard: 'beside' }],
] as const)('%s SEND-12 SEND-13 refuses %j in a group, on a send and on both edits', async (_, reply_markup) => {
  const { call, texts } = await group()
  await call('sendMessage', { text: 'hi' })
  expect(await call('sendMessage', { text: 'ho', reply_markup })).toEqual(inlineOnly)
  expect(await call('editMessageText', { message_id: 1, text: 'ho', reply_markup })).toEqual(inlineOnly)
  expect(await call('editMessageReplyMarkup', { message_id: 1, reply_markup })).toEqual(inlineOnly)
  expect(await texts()).toEqual(['hi'])
})

it.each([...NOTHING, ...FOR_PRIVATE_CHATS, ['KBD-23', { remove_keyboard: false }], ['KBD-23', yesNo]] as const)(
  '%s KBD-23 SEND-27 SEND-28 SEND-29 refuses %j on a channel post',
  async (_, reply_markup) => {
    const { call, texts } = await channel()
    expect(await call('sendMessage', { text: 'hi', reply_markup })).toEqual(noButtons)
    expect(await texts()).toEqual([])
  },
)

it.each(['not JSON', [[]], false, 5, { inline_keyboard: 'rows' }, { inline_keyboard: [[{ text: '' }]] }])(
  'KBD-23 refuses a broken reply_markup of %j on a channel post as any other',
  async (reply_markup) => {
    const { s, call, texts } = await channel()
    await s.act('updateService', { blocked_urls: ['.*'] })
    expect(await call('sendMessage', { text: 'hi', reply_markup })).toEqual(noButtons)
    expect(await call('sendPhoto', { photo: media('plain.jpg'), reply_markup })).toEqual(noButtons)
    expect(await call('sendMessage', { text: ' ', reply_markup })).toEqual(
      refused(400, 'Bad Request: text: message text is empty'),
    )
    expect(await texts()).toEqual([])
  },
)

it('KBD-23 refuses a reply_markup that is a file on a channel post', async () => {
  const { call } = await channel()
  const reply_markup = media('plain.jpg')
  expect(await call('sendPhoto', { photo: media('plain.jpg'), reply_markup })).toEqual(noButtons)
})

it("KBD-23 finds a reply_markup broken in a channel that is not the bot's", async () => {
  const { s, call } = await channel()
  const { id } = await s.act('createChannel', { title: 'Other', owner: 'alice' })
  expect(await call('sendMessage', { chat_id: id, text: 'hi', reply_markup: 'broken' })).toEqual(
    refused(400, 'Bad Request: reply_markup: Invalid input: expected object, received string'),
  )
})

it.each(['', null, 'null'])('KBD-23 GAP-07 takes %j for no reply_markup on a channel post', async (reply_markup) => {
  const { call, posted } = await channel()
  expect(await call('sendMessage', { text: 'hi', reply_markup })).toEqual(posted({ message_id: 1, text: 'hi' }))
})

it.each([false, 0, 'yes', {}])('KBD-18 KBD-19 goes by the field remove_keyboard, which says %j', async (removal) => {
  const { send, active } = await chatWithAlice()
  await send({ keyboard: [['One']] })
  expect((await send({ remove_keyboard: removal })).status).toBe(200)
  expect(await active()).toBeNull()
})

it.each([{ keyboard: [] }, { remove_keyboard: false }, { keyboard: [['One']], remove_keyboard: true }])(
  'GAP-72 refuses %j in an edit in a private chat',
  async (reply_markup) => {
    const { call, texts } = await chatWithAlice()
    await call('sendMessage', { text: 'hi' })
    const refusal = bad('', 'Invalid input: expected an inline keyboard')
    expect(await call('editMessageText', { message_id: 2, text: 'ho', reply_markup })).toEqual(refusal)
    expect(await call('editMessageReplyMarkup', { message_id: 2, reply_markup })).toEqual(refusal)
    expect(await texts()).toEqual(['/start', 'hi'])
  },
)

it('GAP-42 goes by the first of the three forms', async () => {
  const { attached, send, active } = await chatWithAlice()
  const keyboard = [['One']]
  expect(await attached({ remove_keyboard: true, keyboard, ...yesNo })).toEqual(yesNo)
  expect(await active()).toBeNull()
  await send({ remove_keyboard: true, keyboard })
  expect(await active()).toEqual([[{ text: 'One' }]])
  await send({ remove_keyboard: true, keyboard: 'beside', inline_keyboard: [] })
  expect(await active()).toEqual([[{ text: 'One' }]])
})

it.each([
  ['text', 'yes', 'object, received string'],
  ['array', [[button()]], 'object, received array'],
])('KBD-01 refuses a reply_markup that is a mere %s', async (_, reply_markup, reason) => {
  const { send } = await chatWithAlice()
  expect(await send(reply_markup)).toEqual(bad('', `Invalid input: expected ${reason}`))
})
