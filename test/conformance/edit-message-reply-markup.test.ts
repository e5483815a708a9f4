// editMessageReplyMarkup: the keyboard of a message changes and nothing else.

import { expect, it } from 'vitest'
import { channel, group, type Place, privateChat, yesNo } from '../helpers/places.ts'
import { NOON, refused } from '../helpers/service.ts'
import { HUGE } from './huge.ts'
import { BANNED, BLOCKED, checkedInOrder, type Fault, FIRST, INLINE_MESSAGE } from './order-of-checks.ts'

const HOURS_48 = 172_800

const notFound = refused(400, 'Bad Request: message to edit not found')
const cannot = refused(400, "Bad Request: message can't be edited")
const notModified = refused(400, 'Bad Request: message is not modified')
const noButtons = refused(400, "Bad Request: channel posts can't have buttons")
const notHere = refused(400, 'Bad Request: method is not available for this chat')
const chatNotFound = refused(400, 'Bad Request: chat not found')
const inlineOnly = refused(400, 'Bad Request: only inline keyboards are supported in groups')
const tooManyRows = refused(
  400,
  'Bad Request: reply_markup.inline_keyboard: Too big: expected array to have <=12 items',
)

const maybe = { inline_keyboard: [[{ text: 'Maybe', callback_data: 'm' }]] }
const rows = (count: number) => ({
  inline_keyboard: Array.from({ length: count }, () => [{ text: 'b', callback_data: 'd' }]),
})

/** Places in which the bot has just sent "one" with a yes and a no. */
const withOne = (make: () => Promise<Place>, params: object = { reply_markup: yesNo }) =>
  async function prepared() {
    const here = await make()
    const message_id: number = (await here.ok('sendMessage', { text: 'one', ...params })).message_id
    const mark = (reply_markup: unknown, more = {}) =>
      here.call('editMessageReplyMarkup', { message_id, reply_markup, ...more })
    const marked = (fields: object = {}) => here.posted({ message_id, text: 'one', edit_date: NOON, ...fields })
    const keyboard = async () => {
      const { messages } = await here.s.view(`/users/alice/chats/${here.chat.id < 0 ? 'team' : 'greeter'}`)
      return messages.at(-1).reply_markup
    }
    return { ...here, message_id, mark, marked, keyboard }
  }

const inPrivate = withOne(privateChat)
const inGroup = withOne(group)

it.each([
  ['EMK-01 GAP-26', 'chat_id', 'string'],
  ['EMK-02 GAP-29', 'message_id', 'number'],
])('%s requires %s', async (_rules, name, type) => {
  const { mark, keyboard } = await inPrivate()
  expect(await mark(maybe, { [name]: undefined })).toEqual(
    refused(400, `Bad Request: ${name}: Invalid input: expected ${type}, received undefined`),
  )
  expect(await keyboard()).toEqual(yesNo)
})

it.each([
  [2.5, 'int, received number'],
  ['two', 'number, received string'],
])('EMK-02 GAP-29 takes no message_id of %j', async (message_id, reason) => {
  const { mark } = await inPrivate()
  expect(await mark(maybe, { message_id })).toEqual(
    refused(400, `Bad Request: message_id: Invalid input: expected ${reason}`),
  )
})

it.each([
  ['EMK-08', 'private chat', inPrivate],
  ['EMK-09', 'group', inGroup],
] as const)(
  'EMK-03 EMK-05 EMK-06 EMK-10 %s puts another keyboard under a text of a %s',
  async (_rule, _where, make) => {
    const { s, mark, marked, texts, keyboard } = await make()
    await s.act('advanceClock', { seconds: 7 })
    expect(await mark(maybe)).toEqual(marked({ edit_date: NOON + 7, reply_markup: maybe }))
    expect(await keyboard()).toEqual(maybe)
    expect((await texts()).at(-1)).toBe('one')
  },
)

it('EMK-03 puts a keyboard where there was none', async () => {
  const { mark, marked } = await withOne(privateChat, {})()
  expect(await mark(maybe)).toEqual(marked({ reply_markup: maybe }))
})

it.each([
  ['EMK-04', 'no reply_markup', undefined],
  ['EMK-04 GAP-40', 'an empty keyboard', { inline_keyboard: [[]] }],
  ['EMK-04 GAP-42', 'a markup of no form', {}],
])('%s removes the keyboard when given %s', async (_rules, _what, reply_markup) => {
  const { mark, marked, keyboard } = await inPrivate()
  expect(await mark(reply_markup)).toEqual(marked())
  expect(await keyboard()).toBeUndefined()
})

it('EMK-11 GAP-09 holds keyboards to their limits', async () => {
  const { mark, marked, keyboard } = await inPrivate()
  expect(await mark(rows(13))).toEqual(tooManyRows)
  expect(await keyboard()).toEqual(yesNo)
  expect(await mark(rows(12))).toEqual(marked({ reply_markup: rows(12) }))
})

it.each([
  ['private chat', inPrivate, 'greeter'],
  ['group', inGroup, 'team'],
] as const)("EMK-12 leaves a person's message in a %s alone", async (_, make, to) => {
  const { s, mark } = await make()
  const { message_id } = await s.act('send', { as: 'alice', to, text: 'mine' })
  expect(await mark(maybe, { message_id })).toEqual(cannot)
  expect(await mark(undefined, { message_id })).toEqual(cannot)
})

it("EMK-12 leaves another bot's message alone", async () => {
  const { s, mark, chat, keyboard } = await inGroup()
  const other = await s.bot({ first_name: 'Other' })
  await s.act('add', { as: 'alice', chat: 'team', who: 'other' })
  const { message_id } = await other.ok('sendMessage', { chat_id: chat.id, text: 'theirs', reply_markup: yesNo })
  expect(await mark(maybe, { message_id })).toEqual(cannot)
  expect(await keyboard()).toEqual(yesNo)
})

it.each([
  ['private chat', inPrivate],
  ['group', inGroup],
] as const)(
  'EMK-13 EMK-14 GAP-69 works in a %s until 48 hours after sending, that second included',
  async (_, make) => {
    const { s, mark, marked, keyboard } = await make()
    await s.act('setClock', { at: NOON + HOURS_48 - 1 })
    expect(await mark(maybe)).toEqual(marked({ edit_date: NOON + HOURS_48 - 1, reply_markup: maybe }))
    await s.act('setClock', { at: NOON + HOURS_48 })
    expect(await mark(yesNo)).toEqual(marked({ edit_date: NOON + HOURS_48, reply_markup: yesNo }))
    await s.act('setClock', { at: NOON + HOURS_48 + 1 })
    expect(await mark(maybe)).toEqual(cannot)
    expect(await keyboard()).toEqual(yesNo)
  },
)

it.each([
  ['private chat', inPrivate],
  ['group', inGroup],
] as const)('EMK-15 finds no message under an unused number of a %s', async (_, make) => {
  const { mark, message_id } = await make()
  for (const unused of [message_id + 1, 0, -message_id, ...HUGE])
    expect(await mark(maybe, { message_id: unused })).toEqual(notFound)
})

it.each([
  ['private chat', inPrivate, 'greeter'],
  ['group', inGroup, 'team'],
] as const)('EMK-16 finds no deleted message in a %s', async (_, make, chat) => {
  const { s, mark, message_id } = await make()
  await s.act('delete', { as: 'alice', chat, message_id })
  expect(await mark(maybe)).toEqual(notFound)
})

it.each([
  ['EMK-17', 'an inline keyboard', yesNo],
  ['EMK-17', 'no reply_markup', undefined],
  ['EMK-17 GAP-72', 'a reply keyboard', { keyboard: [['One']] }],
  ['EMK-17', 'no JSON', 'broken'],
  ['EMK-17', '13 rows', rows(13)],
])('%s answers on a channel post that posts have no buttons, given %s', async (_rules, _what, reply_markup) => {
  const { call, ok, s } = await channel()
  await ok('sendMessage', { text: 'one' })
  expect(await call('editMessageReplyMarkup', { message_id: 1, reply_markup })).toEqual(noButtons)
  expect((await s.view('/chats/news/messages'))[0]).not.toHaveProperty('edit_date')
})

it("GAP-75 answers the same on a post that does not exist, is another's, or is too old", async () => {
  const { s, call, ok } = await channel({ can_post_messages: true, can_edit_messages: true })
  await s.act('send', { as: 'alice', to: 'news', text: 'by hand' })
  await ok('sendMessage', { text: 'by bot' })
  for (const message_id of [1, 3, 0]) {
    expect(await call('editMessageReplyMarkup', { message_id, reply_markup: yesNo })).toEqual(noButtons)
  }
  await s.act('advanceClock', { seconds: HOURS_48 + 1 })
  expect(await call('editMessageReplyMarkup', { message_id: 2, reply_markup: yesNo })).toEqual(noButtons)
})

it('EMK-18 refuses the keyboard that is there already, or none where there is none', async () => {
  const { s, mark, marked } = await inPrivate()
  await s.act('advanceClock', { seconds: 5 })
  expect(await mark(yesNo)).toEqual(notModified)
  expect(await mark(undefined)).toEqual(marked({ edit_date: NOON + 5 }))
  expect(await mark(undefined)).toEqual(notModified)
})

it('EMK-18 leaves a message that is not modified without edit_date', async () => {
  const { s, mark } = await inGroup()
  expect(await mark(yesNo)).toEqual(notModified)
  expect((await s.view('/chats/team/messages'))[0]).not.toHaveProperty('edit_date')
})

it.each([
  ['fields in another order', { inline_keyboard: [[{ callback_data: 'm', text: 'Maybe' }]] }],
  ['an ignored field', { inline_keyboard: [[{ text: 'Maybe', callback_data: 'm', pay: true }]], selective: true }],
  ['empty rows', { inline_keyboard: [[], ...maybe.inline_keyboard, []] }],
])('GAP-76 sees no change in %s', async (_, reply_markup) => {
  const { mark } = await withOne(privateChat, { reply_markup: maybe })()
  expect(await mark(reply_markup)).toEqual(notModified)
})

it('GAP-76 sees a change in the order of buttons and in the division into rows', async () => {
  const [yes, no] = yesNo.inline_keyboard[0]!
  const { mark, marked } = await inPrivate()
  for (const inline_keyboard of [[[no, yes]], [[no], [yes]]]) {
    expect(await mark({ inline_keyboard })).toEqual(marked({ reply_markup: { inline_keyboard } }))
  }
})

it('EMK-19 refuses inline_message_id, alone as well', async () => {
  const { bot, mark, keyboard } = await inPrivate()
  expect(await mark(maybe, { inline_message_id: '1' })).toEqual(INLINE_MESSAGE.answer)
  expect(await bot.call('editMessageReplyMarkup', { inline_message_id: '1' })).toEqual(INLINE_MESSAGE.answer)
  expect(await keyboard()).toEqual(yesNo)
})

it('EMK-20 is not available in a comments chat, whatever the number', async () => {
  const { s, bot, comments } = await channel({ can_post_messages: true }, { comments: true })
  const { message_id } = await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  for (const id of [message_id, 99]) {
    expect(await bot.call('editMessageReplyMarkup', { chat_id: comments, message_id: id })).toEqual(notHere)
  }
})

it('EMK-21 works in no chat that cannot be found', async () => {
  const { mark } = await inPrivate()
  for (const chat_id of [424_242, -424_242, '@nowhere', 'abc'])
    expect(await mark(maybe, { chat_id })).toEqual(chatNotFound)
})

it('EMK-22 CID-10 changes nothing in a chat with somebody who has blocked the bot', async () => {
  const { s, mark, keyboard } = await inPrivate()
  await s.act('block', { as: 'alice', bot: 'greeter' })
  expect(await mark(maybe)).toEqual(chatNotFound)
  expect(await keyboard()).toEqual(yesNo)
})

it.each([
  ['reply keyboard', { keyboard: [['One']] }],
  ['removal', { remove_keyboard: true }],
])('GAP-72 refuses a %s, in groups with their own text', async (_, reply_markup) => {
  const alone = await inPrivate()
  expect(await alone.mark(reply_markup)).toEqual(
    refused(400, 'Bad Request: reply_markup: Invalid input: expected an inline keyboard'),
  )
  expect(await (await inGroup()).mark(reply_markup)).toEqual(inlineOnly)
})

it('GAP-46 needs no permission to write in a group', async () => {
  const { s, mark, marked } = await inGroup()
  await s.act('updateChat', { chat: 'team', permissions: { can_send_messages: false } })
  await s.act('mute', { as: 'alice', chat: 'team', who: 'greeter' })
  expect(await mark(maybe)).toEqual(marked({ reply_markup: maybe }))
})

it('GAP-74 counts neither toward the 20 per minute of a group nor waits for them', async () => {
  const { mark, marked, ok, call } = await inGroup()
  for (let i = 0; i < 20; i++) expect((await mark(i % 2 ? yesNo : maybe)).status).toBe(200)
  for (let i = 0; i < 19; i++) await ok('sendMessage', { text: 'x' })
  expect(await call('sendMessage', { text: 'x' })).toEqual(
    refused(429, 'Too Many Requests: retry after 60', { retry_after: 60 }),
  )
  expect(await mark(maybe)).toEqual(marked({ reply_markup: maybe }))
})

const shape: Fault = { name: 'shape', answer: tooManyRows, params: { reply_markup: rows(13) } }
const noMessage: Fault = { name: 'target message', answer: notFound, params: { message_id: 99 } }
const mark = (message_id: number) => ({ method: 'editMessageReplyMarkup', params: { message_id, reply_markup: maybe } })

checkedInOrder('in a private chat', inPrivate, mark(2), [...FIRST, INLINE_MESSAGE, shape, BLOCKED, noMessage])

checkedInOrder('in a group', inGroup, mark(1), [
  ...FIRST,
  INLINE_MESSAGE,
  {
    name: 'shape',
    answer: refused(400, 'Bad Request: reply_markup: Invalid input: expected object, received string'),
    params: { reply_markup: 'none' },
  },
  BANNED,
  { name: 'chat kind', answer: inlineOnly, params: { reply_markup: { remove_keyboard: true } } },
  noMessage,
])

it.each([
  ['inline_message_id before chat kind', INLINE_MESSAGE.params, INLINE_MESSAGE.answer],
  [
    'shape before chat kind',
    { message_id: 'x' },
    refused(400, 'Bad Request: message_id: Invalid input: expected number, received string'),
  ],
  ['chat kind before the target message', { message_id: 99 }, noButtons],
])('GAP-10 editMessageReplyMarkup in a channel: %s', async (_, params, answer) => {
  const { call, ok } = await channel()
  await ok('sendMessage', { text: 'one' })
  expect(await call('editMessageReplyMarkup', { message_id: 1, reply_markup: yesNo, ...params })).toEqual(answer)
})

it('GAP-10 editMessageReplyMarkup in a channel: chat before chat kind', async () => {
  const { s, call, ok } = await channel()
  await ok('sendMessage', { text: 'one' })
  await s.act('demote', { as: 'alice', chat: 'news', who: 'greeter' })
  expect(await call('editMessageReplyMarkup', { message_id: 1, reply_markup: yesNo })).toEqual(chatNotFound)
})

it.each([
  ['inline_message_id before comments chat', INLINE_MESSAGE.params, INLINE_MESSAGE.answer],
  ['shape before comments chat', shape.params, tooManyRows],
  ['comments chat before the kind of keyboard', { reply_markup: { remove_keyboard: true } }, notHere],
  ['comments chat before the target message', { message_id: 99 }, notHere],
])('GAP-10 editMessageReplyMarkup in a comments chat: %s', async (_, params, answer) => {
  const { s, call, comments } = await channel({ can_post_messages: true }, { comments: true })
  const { message_id } = await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  const asked = { chat_id: comments, message_id, reply_markup: yesNo, ...params }
  expect(await call('editMessageReplyMarkup', asked)).toEqual(answer)
})
