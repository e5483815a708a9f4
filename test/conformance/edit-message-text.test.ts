// editMessageText: what may be edited, for how long, and what becomes of the keyboard.

import { expect, it } from 'vitest'
import { channel, group, type Place, privateChat, yesNo } from '../helpers/places.ts'
import { NOON, refused } from '../helpers/service.ts'
import { HUGE } from './huge.ts'
import {
  BANNED,
  BLOCKED,
  checkedInOrder,
  DEMOTED,
  type Fault,
  FIRST,
  INLINE_MESSAGE,
  KEYBOARD_SHAPE,
} from './order-of-checks.ts'

const HOURS_48 = 172_800

const notFound = refused(400, 'Bad Request: message to edit not found')
const cannot = refused(400, "Bad Request: message can't be edited")
const notModified = refused(400, 'Bad Request: message is not modified')
const noRight = refused(400, 'Bad Request: not enough rights to edit messages in the chat')
const empty = refused(400, 'Bad Request: text: message text is empty')
const tooLong = refused(400, 'Bad Request: text: message is too long')
const notHere = refused(400, 'Bad Request: method is not available for this chat')
const chatNotFound = refused(400, 'Bad Request: chat not found')
const inlineOnly = refused(400, 'Bad Request: only inline keyboards are supported in groups')
const missing = (name: string, type: string) =>
  refused(400, `Bad Request: ${name}: Invalid input: expected ${type}, received undefined`)

const maybe = { inline_keyboard: [[{ text: 'Maybe', callback_data: 'm' }]] }

/** Places in which the bot has just sent "one", as message 2 of a private chat and 1 elsewhere. */
const withOne = <Where extends Place>(make: () => Promise<Where>, params = {}) =>
  async function prepared() {
    const here = await make()
    const { message_id } = await here.ok('sendMessage', { text: 'one', ...params })
    const edit = (text: unknown, more = {}) => here.call('editMessageText', { message_id, text, ...more })
    const edited = (fields: { text: string }) => here.posted({ message_id, edit_date: NOON, ...fields })
    return { ...here, message_id: message_id as number, edit, edited }
  }

const inPrivate = withOne(privateChat)
const inGroup = withOne(group)
const inChannel = withOne(channel)
const editors = () => channel({ can_post_messages: true, can_edit_messages: true })

it.each([
  ['EDT-01 GAP-26', 'chat_id', 'string'],
  ['EDT-02 GAP-29', 'message_id', 'number'],
] as const)('%s requires %s', async (_rules, name, type) => {
  const { edit, texts } = await inPrivate()
  expect(await edit('two', { [name]: undefined })).toEqual(missing(name, type))
  expect(await texts()).toEqual(['/start', 'one'])
})

it.each([
  [2.5, 'int, received number'],
  ['two', 'number, received string'],
])('EDT-02 GAP-29 takes no message_id of %j', async (message_id, reason) => {
  const { edit } = await inPrivate()
  expect(await edit('two', { message_id })).toEqual(
    refused(400, `Bad Request: message_id: Invalid input: expected ${reason}`),
  )
})

it('EDT-02 takes message_id for a number in this chat, not in another', async () => {
  const { s, bot, alice, edit, edited, texts } = await inGroup()
  await s.act('start', { as: 'alice', bot: 'greeter' })
  await bot.ok('sendMessage', { chat_id: alice.id, text: 'aside' })
  expect(await edit('two', { message_id: 2 })).toEqual(notFound)
  expect(await edit('two')).toEqual(edited({ text: 'two' }))
  expect(await texts()).toEqual(['two'])
})

it.each([
  ['EDT-03 GAP-35', 'no text', undefined, empty],
  ['EDT-04 GAP-70', 'an empty text', '', empty],
  ['EDT-04 GAP-70', 'white space', ' \n\t', empty],
  ['EDT-05 GAP-70', '4097 characters', 'x'.repeat(4097), tooLong],
  ['EDT-05 GAP-70', '4097 emoji', '🙂'.repeat(4097), tooLong],
])('%s refuses %s', async (_rules, _what, text, answer) => {
  const { edit, texts } = await inPrivate()
  expect(await edit(text)).toEqual(answer)
  expect(await texts()).toEqual(['/start', 'one'])
})

it.each([
  ['EDT-04', 'one character', 'a'],
  ['EDT-05', '4096 characters', 'x'.repeat(4096)],
  ['EDT-05', '4096 emoji', '🙂'.repeat(4096)],
])('%s takes %s', async (_rule, _what, text) => {
  const { edit, edited } = await inPrivate()
  expect(await edit(text)).toEqual(edited({ text }))
})

it.each([
  ['private chat', privateChat],
  ['group', group],
] as const)('EDT-06 EDT-07 returns the edited message of a %s', async (_, make) => {
  const { s, edit, posted, texts, message_id } = await withOne(make)()
  await s.act('advanceClock', { seconds: 7 })
  expect(await edit('two')).toEqual(posted({ message_id, edit_date: NOON + 7, text: 'two' }))
  expect((await texts()).at(-1)).toBe('two')
})

it('EDT-08 EDT-11 puts the given keyboard in place of the old one, or keeps it where it is given again', async () => {
  const { edit, posted } = await withOne(privateChat, { reply_markup: yesNo })()
  const edited = (fields: object) => posted({ message_id: 2, edit_date: NOON, ...fields })
  expect(await edit('two', { reply_markup: yesNo })).toEqual(edited({ text: 'two', reply_markup: yesNo }))
  expect(await edit('three', { reply_markup: maybe })).toEqual(edited({ text: 'three', reply_markup: maybe }))
})

it('EDT-08 gives a keyboard to a message without one', async () => {
  const { edit, posted } = await inGroup()
  expect(await edit('two', { reply_markup: yesNo })).toEqual(
    posted({ message_id: 1, edit_date: NOON, text: 'two', reply_markup: yesNo }),
  )
})

it('EDT-09 GAP-09 holds keyboards to their limits', async () => {
  const { edit } = await inPrivate()
  const withText = (text: string) => ({ reply_markup: { inline_keyboard: [[{ text, callback_data: '' }]] } })
  expect(await edit('two', withText('x'.repeat(65)))).toEqual(
    refused(
      400,
      'Bad Request: reply_markup.inline_keyboard.0.0.text: Too big: expected string to have <=64 characters',
    ),
  )
  expect((await edit('two', withText('x'.repeat(64)))).status).toBe(200)
})

it.each([
  ['EDT-10', 'no reply_markup', {}],
  ['EDT-10 GAP-40', 'an empty keyboard', { reply_markup: { inline_keyboard: [[]] } }],
])('%s removes the keyboard when given %s', async (_rules, _what, more) => {
  const { edit, edited } = await withOne(privateChat, { reply_markup: yesNo })()
  expect(await edit('two', more)).toEqual(edited({ text: 'two' }))
})

it.each([
  ['private chat', inPrivate, 'greeter'],
  ['group', inGroup, 'team'],
] as const)("EDT-12 does not edit a person's message in a %s", async (_, make, to) => {
  const { s, edit, texts } = await make()
  const { message_id } = await s.act('send', { as: 'alice', to, text: 'mine' })
  expect(await edit('two', { message_id })).toEqual(cannot)
  expect((await texts()).at(-1)).toBe('mine')
})

it("EDT-13 does not edit another bot's message in a group, not even as an admin with every right at hand", async () => {
  const { s, call, texts, chat } = await inGroup()
  const other = await s.bot({ first_name: 'Other' })
  const rights = { can_edit_messages: true, can_delete_messages: true, can_pin_messages: true }
  await s.act('add', { as: 'alice', chat: 'team', who: 'other' })
  await s.act('promote', { as: 'alice', chat: 'team', who: 'greeter', rights })
  const { message_id } = await other.ok('sendMessage', { chat_id: chat.id, text: 'theirs' })
  expect(await call('editMessageText', { message_id, text: 'two' })).toEqual(cannot)
  expect((await texts()).at(-1)).toBe('theirs')
})

it.each([
  ['private chat', inPrivate],
  ['group', inGroup],
  ['channel', inChannel],
] as const)(
  'EDT-14 EDT-15 GAP-69 edits in a %s until 48 hours after sending, that second included',
  async (_, make) => {
    const { s, edit, posted, texts, message_id } = await make()
    const editedAt = (edit_date: number, text: string) => posted({ message_id, edit_date, text })
    await s.act('setClock', { at: NOON + HOURS_48 - 1 })
    expect(await edit('two')).toEqual(editedAt(NOON + HOURS_48 - 1, 'two'))
    await s.act('setClock', { at: NOON + HOURS_48 })
    expect(await edit('three')).toEqual(editedAt(NOON + HOURS_48, 'three'))
    await s.act('setClock', { at: NOON + HOURS_48 + 1 })
    expect(await edit('four')).toEqual(cannot)
    expect((await texts()).at(-1)).toBe('three')
  },
)

it.each([
  ['private chat', inPrivate],
  ['group', inGroup],
  ['channel', inChannel],
] as const)('EDT-16 finds no message under an unused number of a %s', async (_, make) => {
  const { edit, message_id } = await make()
  for (const unused of [message_id + 1, 0, -message_id, ...HUGE])
    expect(await edit('two', { message_id: unused })).toEqual(notFound)
})

it.each([
  ['private chat', inPrivate, 'greeter'],
  ['group', inGroup, 'team'],
  ['channel', inChannel, 'news'],
] as const)('EDT-17 finds no deleted message in a %s', async (_, make, chat) => {
  const { s, edit, message_id } = await make()
  await s.act('delete', { as: 'alice', chat, message_id })
  expect(await edit('two')).toEqual(notFound)
})

it("EDT-21 edits the bot's own post without any right to edit", async () => {
  const { edit, edited } = await inChannel()
  expect(await edit('two')).toEqual(edited({ text: 'two' }))
})

it('EDT-22 EDT-23 edits the post of another with can_edit_messages only', async () => {
  const { s, call, posted, texts } = await channel()
  await s.act('send', { as: 'alice', to: 'news', text: 'by hand' })
  const edit = () => call('editMessageText', { message_id: 1, text: 'two' })
  expect(await edit()).toEqual(noRight)
  expect(await texts()).toEqual(['by hand'])
  await s.act('promote', { as: 'alice', chat: 'news', who: 'greeter', rights: { can_edit_messages: true } })
  expect(await edit()).toEqual(posted({ message_id: 1, edit_date: NOON, text: 'two' }))
})

it("GAP-73 applies the 48 hours to others' posts", async () => {
  const { s, call, posted } = await editors()
  await s.act('send', { as: 'alice', to: 'news', text: 'by hand' })
  const edit = (text: string) => call('editMessageText', { message_id: 1, text })
  const edit_date = NOON + HOURS_48
  await s.act('setClock', { at: edit_date })
  expect(await edit('two')).toEqual(posted({ message_id: 1, edit_date, text: 'two' }))
  await s.act('advanceClock', { seconds: 1 })
  expect(await edit('three')).toEqual(cannot)
})

it('EDT-26 GAP-47 filters the new text of a post', async () => {
  const { s, edit, edited, texts } = await inChannel()
  await s.act('updateService', { content_filter: [{ match: 'casino' }, { match: 'w1n', reason: 'no lotteries' }] })
  expect(await edit('Casino')).toEqual(refused(400, 'Bad Request: message text is not allowed'))
  expect(await edit('w1n')).toEqual(refused(400, 'Bad Request: no lotteries'))
  expect(await texts()).toEqual(['one'])
  expect(await edit('two')).toEqual(edited({ text: 'two' }))
})

it.each([inPrivate, inGroup])('EDT-26 filters no text outside channels', async (make) => {
  const { s, edit, edited } = await make()
  await s.act('updateService', { content_filter: [{ match: 'casino' }] })
  expect(await edit('casino')).toEqual(edited({ text: 'casino' }))
})

it.each([
  ['EDT-27', yesNo],
  ['GAP-72', { keyboard: [['One']] }],
  ['GAP-72', { remove_keyboard: true }],
  ['EDT-34', 'not JSON'],
  ['EDT-34', [[]]],
  ['EDT-34', false],
  ['EDT-34', { inline_keyboard: 'rows' }],
  ['EDT-34', { inline_keyboard: [[{ text: '' }]] }],
  ['EDT-34', { inline_keyboard: Array(13).fill([{ text: 'b', callback_data: 'd' }]) }],
  ['EDT-34', { inline_keyboard: [[{ text: 'b', url: 'http://localhost/' }]] }],
])('%s ignores a reply_markup of %j in a channel', async (_, reply_markup) => {
  const { edit, edited } = await inChannel()
  expect(await edit('two', { reply_markup })).toEqual(edited({ text: 'two' }))
  expect(await edit('two', { reply_markup })).toEqual(notModified)
})

it("EDT-34 ignores a broken reply_markup in no other chat, nor in a channel that is not the bot's", async () => {
  const broken = refused(400, 'Bad Request: reply_markup: Invalid input: expected object, received string')
  const { s, call, chat } = await inChannel()
  const { id } = await s.act('createChannel', { title: 'Other', username: 'other_news', owner: 'alice' })
  const given = { message_id: 1, text: 'two', reply_markup: 'broken' }
  for (const chat_id of [id, '@other_news', -1009999999999, 'nonsense']) {
    expect(await call('editMessageText', { ...given, chat_id })).toEqual(broken)
  }
  expect((await call('editMessageText', { ...given, chat_id: String(chat.id) })).status).toBe(200)
  for (const make of [inPrivate, inGroup]) {
    const here = await make()
    expect(await here.edit('two', { reply_markup: 'broken' })).toEqual(broken)
  }
})

it.each([
  ['reply keyboard', { keyboard: [['One']] }],
  ['removal', { remove_keyboard: true }],
])('GAP-72 refuses a %s in an edit, in groups with their own text', async (_, reply_markup) => {
  const alone = await inPrivate()
  expect(await alone.edit('two', { reply_markup })).toEqual(
    refused(400, 'Bad Request: reply_markup: Invalid input: expected an inline keyboard'),
  )
  expect(await (await inGroup()).edit('two', { reply_markup })).toEqual(inlineOnly)
})

it('EDT-28 refuses inline_message_id, alone as well', async () => {
  const { bot, edit, texts } = await inPrivate()
  const { answer } = INLINE_MESSAGE
  expect(await edit('two', { inline_message_id: '1' })).toEqual(answer)
  expect(await bot.call('editMessageText', { inline_message_id: '1', text: 'two' })).toEqual(answer)
  expect(await texts()).toEqual(['/start', 'one'])
})

it('EDT-29 EDT-30 EDT-31 refuses an edit that changes neither text nor keyboard', async () => {
  const { s, edit, posted } = await withOne(privateChat, { reply_markup: yesNo })()
  const edited = (fields: object) => posted({ message_id: 2, edit_date: NOON + 5, ...fields })
  await s.act('advanceClock', { seconds: 5 })
  expect(await edit('one', { reply_markup: yesNo })).toEqual(notModified)
  expect(await edit('one', { reply_markup: maybe })).toEqual(edited({ text: 'one', reply_markup: maybe }))
  expect(await edit('two', { reply_markup: maybe })).toEqual(edited({ text: 'two', reply_markup: maybe }))
  expect(await edit('two')).toEqual(edited({ text: 'two' }))
  expect(await edit('two')).toEqual(notModified)
})

it('EDT-29 leaves a message that is not modified without edit_date', async () => {
  const { s, edit } = await inGroup()
  expect(await edit('one')).toEqual(notModified)
  expect((await s.view('/chats/team/messages'))[0]).not.toHaveProperty('edit_date')
})

it.each([
  ['fields in another order', { inline_keyboard: [[{ callback_data: 'm', text: 'Maybe' }]] }],
  ['an ignored field', { inline_keyboard: [[{ text: 'Maybe', callback_data: 'm', pay: true }]], selective: true }],
  ['empty rows', { inline_keyboard: [[], ...maybe.inline_keyboard, []] }],
])('GAP-76 sees no change in %s', async (_, reply_markup) => {
  const { edit } = await withOne(privateChat, { reply_markup: maybe })()
  expect(await edit('one', { reply_markup })).toEqual(notModified)
})

it('GAP-76 sees a change in the order of buttons and in the division into rows', async () => {
  const [yes, no] = yesNo.inline_keyboard[0]!
  const { edit } = await withOne(privateChat, { reply_markup: yesNo })()
  for (const inline_keyboard of [[[no, yes]], [[no], [yes]]]) {
    const { body } = await edit('one', { reply_markup: { inline_keyboard } })
    expect(body.result?.reply_markup).toEqual({ inline_keyboard })
  }
})

it('EDT-32 does not edit in a comments chat, whatever the number', async () => {
  const { s, bot, comments } = await channel({ can_post_messages: true }, { comments: true })
  const { message_id } = await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  for (const id of [message_id, 99]) {
    expect(await bot.call('editMessageText', { chat_id: comments, message_id: id, text: 'two' })).toEqual(notHere)
  }
})

it('EDT-33 edits in no chat that cannot be found', async () => {
  const { edit } = await inPrivate()
  for (const chat_id of [424_242, -424_242, '@nowhere', 'abc'])
    expect(await edit('two', { chat_id })).toEqual(chatNotFound)
})

it('EDT-35 CID-10 edits nothing of a chat with somebody who has blocked the bot', async () => {
  const { s, edit, texts } = await inPrivate()
  await s.act('block', { as: 'alice', bot: 'greeter' })
  expect(await edit('two')).toEqual(chatNotFound)
  expect(await texts()).toEqual(['/start', 'one'])
  await s.act('unblock', { as: 'alice', bot: 'greeter' })
  expect((await edit('two')).status).toBe(200)
})

it('GAP-46 needs no permission to write in a group', async () => {
  const { s, edit, edited } = await inGroup()
  await s.act('updateChat', { chat: 'team', permissions: { can_send_messages: false } })
  expect(await edit('two')).toEqual(edited({ text: 'two' }))
  await s.act('mute', { as: 'alice', chat: 'team', who: 'greeter' })
  expect(await edit('three')).toEqual(edited({ text: 'three' }))
})

it('SEND-33 GAP-46 needs neither the right to post nor accepted terms in a channel', async () => {
  const { s, edit, edited } = await inChannel()
  await s.act('promote', { as: 'alice', chat: 'news', who: 'greeter' })
  await s.act('updateBot', { bot: 'greeter', accepted_terms: false })
  await s.act('updateChat', { chat: 'news', official: true })
  expect(await edit('two')).toEqual(edited({ text: 'two' }))
})

const inAMinute = refused(429, 'Too Many Requests: retry after 60', { retry_after: 60 })
const fill = async ({ ok }: Place, count: number) => {
  for (let i = 0; i < count; i++) await ok('sendMessage', { text: 'x' })
}

it('GAP-74 counts a text edit in a group toward its 20 per minute', async () => {
  const here = await inGroup()
  await fill(here, 18)
  expect(await here.edit('two')).toEqual(here.edited({ text: 'two' }))
  expect(await here.edit('three')).toEqual(inAMinute)
  expect(await here.call('sendMessage', { text: 'x' })).toEqual(inAMinute)
})

it('GAP-74 counts no edit in a channel', async () => {
  const here = await inChannel()
  await fill(here, 18)
  for (let i = 0; i < 20; i++) expect((await here.edit(`edit ${i}`)).status).toBe(200)
  await fill(here, 1)
  expect(await here.edit('two')).toEqual(here.edited({ text: 'two' }))
  expect(await here.call('sendMessage', { text: 'x' })).toEqual(inAMinute)
})

it('GAP-74 counts a text edit in a group toward nothing else: not the 30 per second', async () => {
  const { s, bot, alice, edit, edited } = await inGroup()
  await s.act('start', { as: 'alice', bot: 'greeter' })
  const aside = () => bot.call('sendMessage', { chat_id: alice.id, text: 'x' })
  expect(await edit('two')).toEqual(edited({ text: 'two' }))
  for (let i = 0; i < 29; i++) expect((await aside()).status).toBe(200)
  expect(await edit('three')).toEqual(edited({ text: 'three' }))
  expect(await aside()).toEqual(refused(429, 'Too Many Requests: retry after 1', { retry_after: 1 }))
})

it('GAP-74 counts no edit in a private chat toward the 30 per second', async () => {
  const here = await inPrivate()
  for (let i = 0; i < 30; i++) expect((await here.edit(`edit ${i}`)).status).toBe(200)
  await fill(here, 29)
  expect(await here.edit('two')).toEqual(here.edited({ text: 'two' }))
  expect(await here.call('sendMessage', { text: 'x' })).toEqual(
    refused(429, 'Too Many Requests: retry after 1', { retry_after: 1 }),
  )
})

const shape: Fault = { name: 'shape', answer: empty, params: { text: '' } }
const noMessage: Fault = { name: 'target message', answer: notFound, params: { message_id: 99 } }
const unchanged: Fault = { name: 'unchanged text', answer: notModified, params: { text: 'one' } }
const edit = (message_id: number) => ({ method: 'editMessageText', params: { message_id, text: 'hi' } })

checkedInOrder('in a private chat', inPrivate, edit(2), [...FIRST, INLINE_MESSAGE, shape, BLOCKED, noMessage])

for (const target of [noMessage, unchanged]) {
  checkedInOrder(`in a group, ${target.name}`, inGroup, edit(1), [
    ...FIRST,
    INLINE_MESSAGE,
    KEYBOARD_SHAPE,
    BANNED,
    // Unchanged means the keyboard too, so the wrong kind of keyboard goes with a missing message only.
    ...(target === noMessage
      ? [{ name: 'chat kind', answer: inlineOnly, params: { reply_markup: { remove_keyboard: true } } }]
      : []),
    target,
    { name: 'message limit', answer: inAMinute, world: (here) => fill(here, 19) },
  ])
}

const filtered: Fault = {
  name: 'filter',
  answer: refused(400, 'Bad Request: message text is not allowed'),
  world: ({ s }) => s.act('updateService', { content_filter: [{ match: 'hi' }] }),
}
const longShape: Fault = { ...shape, answer: tooLong, params: { text: 'hi'.repeat(2049) } }

checkedInOrder('of its own post', inChannel, edit(1), [
  ...FIRST,
  INLINE_MESSAGE,
  longShape,
  DEMOTED,
  noMessage,
  filtered,
])

const othersPost = async () => {
  const here = await editors()
  await here.s.act('send', { as: 'alice', to: 'news', text: 'one' })
  return here
}

checkedInOrder("of another's post", othersPost, edit(1), [
  INLINE_MESSAGE,
  longShape,
  DEMOTED,
  {
    name: 'rights',
    answer: noRight,
    world: ({ s }) => s.act('promote', { as: 'alice', chat: 'news', who: 'greeter' }),
  },
  {
    name: 'age of the message',
    answer: cannot,
    world: ({ s }) => s.act('setClock', { at: NOON + HOURS_48 + 1 }),
  },
  filtered,
])

it.each([
  ['shape before comments chat', { text: '' }, empty],
  ['comments chat before the target message', { message_id: 99 }, notHere],
  ['inline_message_id before comments chat', INLINE_MESSAGE.params, INLINE_MESSAGE.answer],
])('GAP-10 editMessageText in a comments chat: %s', async (_, params, answer) => {
  const { s, call, comments } = await channel({ can_post_messages: true }, { comments: true })
  const { message_id } = await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  expect(await call('editMessageText', { chat_id: comments, message_id, text: 'two', ...params })).toEqual(answer)
})
