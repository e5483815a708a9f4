// Rules that all sends share: the reply target, rights, and what each kind of chat adds. Shown with sendMessage.

import { expect, it } from 'vitest'
import { asUser, channel, group, groupAsAdmin, type Place, privateChat, yesNo } from '../helpers/places.ts'
import { granted, NOON, refused } from '../helpers/service.ts'
import { HUGE } from './huge.ts'
import { BANNED, BLOCKED, checkedInOrder, DEMOTED, type Fault, FIRST, KEYBOARD_SHAPE } from './order-of-checks.ts'

const notFound = refused(400, 'Bad Request: message to be replied not found')
const noTextRight = refused(400, 'Bad Request: not enough rights to send text messages to the chat')
const noPostRight = refused(400, 'Bad Request: not enough rights to send messages to the chat')
const inlineOnly = refused(400, 'Bad Request: only inline keyboards are supported in groups')
const noButtons = refused(400, "Bad Request: channel posts can't have buttons")
const noTerms = refused(403, "Forbidden: the bot's owner must accept Service's terms of use first")
const notHere = refused(400, 'Bad Request: method is not available for this chat')

const replyKeyboard = { keyboard: [['One', 'Two']] }
const removal = { remove_keyboard: true }

it('SEND-01 GAP-26 requires a chat_id, and sends nothing without', async () => {
  const { call, texts } = await privateChat()
  expect(await call('sendMessage', { chat_id: undefined, text: 'hi' })).toEqual(
    refused(400, 'Bad Request: chat_id: Invalid input: expected string, received undefined'),
  )
  expect(await texts()).toEqual(['/start'])
})

it.each([
  ['private chat', privateChat, 2],
  ['group', group, 1],
  ['channel', channel, 1],
] as const)(
  'SEND-02 SEND-03 SEND-04 returns the message sent to a %s, with nothing optional',
  async (_, make, message_id) => {
    const { call, posted } = await make()
    expect(await call('sendMessage', { text: 'hi' })).toEqual(posted({ message_id, text: 'hi' }))
  },
)

it.each([
  ['SEND-03', 'private chat', privateChat, 2],
  ['SEND-03 SEND-11', 'group', group, 1],
] as const)('%s takes an inline keyboard in a %s', async (_rules, _where, make, message_id) => {
  const { call, posted } = await make()
  expect(await call('sendMessage', { text: 'sure?', reply_markup: yesNo })).toEqual(
    posted({ message_id, text: 'sure?', reply_markup: yesNo }),
  )
})

it("SEND-04 replies to a person's and to its own message", async () => {
  const { call, posted, chat, alice } = await privateChat()
  const start = {
    message_id: 1,
    from: asUser(alice),
    chat,
    date: NOON,
    text: '/start',
    entities: [{ type: 'bot_command', offset: 0, length: 6 }],
  }
  expect(await call('sendMessage', { text: 'hi', reply_to_message_id: 1 })).toEqual(
    posted({ message_id: 2, text: 'hi', reply_to_message: start }),
  )
  const { reply_to_message, ...hi } = (await call('sendMessage', { text: 'hi', reply_to_message_id: 1 })).body.result
  expect(await call('sendMessage', { text: 'ho', reply_to_message_id: 3 })).toEqual(
    posted({ message_id: 4, text: 'ho', reply_to_message: hi }),
  )
})

it('SEND-05 refuses a reply to a number that no message has, and sends nothing', async () => {
  const { call, texts } = await privateChat()
  for (const reply_to_message_id of [2, ...HUGE, -1e20]) {
    expect(await call('sendMessage', { text: 'hi', reply_to_message_id })).toEqual(notFound)
  }
  expect(await texts()).toEqual(['/start'])
  expect((await call('sendMessage', { text: 'hi', reply_to_message_id: 1 })).status).toBe(200)
})

it.each([
  ['private chat', privateChat, 'greeter'],
  ['group', group, 'team'],
] as const)('SEND-06 refuses a reply to a deleted message of a %s', async (_, make, to) => {
  const { s, call } = await make()
  const { message_id } = await s.act('send', { as: 'alice', to, text: 'oops' })
  await s.act('delete', { as: 'alice', chat: to, message_id })
  expect(await call('sendMessage', { text: 'hi', reply_to_message_id: message_id })).toEqual(notFound)
})

it('SEND-07 refuses a reply to a number that only another chat has', async () => {
  const { s, bot, alice, call } = await group()
  await s.act('start', { as: 'alice', bot: 'greeter' })
  await s.act('send', { as: 'alice', to: 'greeter', text: 'two' })
  await s.act('send', { as: 'alice', to: 'team', text: 'one' })
  expect(await call('sendMessage', { text: 'hi', reply_to_message_id: 2 })).toEqual(notFound)
  expect((await bot.call('sendMessage', { chat_id: alice.id, text: 'hi', reply_to_message_id: 2 })).status).toBe(200)
})

it('SEND-08 refuses a reply to a message from before the bot joined', async () => {
  const { s, call, chat, alice, posted } = await group({ members: ['bob'] })
  await s.act('send', { as: 'alice', to: 'team', text: 'before' })
  await s.act('add', { as: 'alice', chat: 'team', who: 'greeter' })
  await s.act('send', { as: 'alice', to: 'team', text: 'after' })
  expect(await call('sendMessage', { text: 'hi', reply_to_message_id: 1 })).toEqual(notFound)
  const after = { message_id: 3, from: asUser(alice), chat, date: NOON, text: 'after' }
  expect(await call('sendMessage', { text: 'hi', reply_to_message_id: 3 })).toEqual(
    posted({ message_id: 4, text: 'hi', reply_to_message: after }),
  )
})

it('GAP-50 counts the latest joining of a bot that was away', async () => {
  const { s, call } = await group({ members: ['bob'] })
  const write = async (text: string) => (await s.act('send', { as: 'alice', to: 'team', text })).message_id
  const reply = async (reply_to_message_id: number) => call('sendMessage', { text: 'hi', reply_to_message_id })
  await write('before')
  await s.act('add', { as: 'alice', chat: 'team', who: 'greeter' })
  const early = await write('first stay')
  expect((await reply(early)).status).toBe(200)
  await s.act('ban', { as: 'alice', chat: 'team', who: 'greeter' })
  await s.act('unban', { as: 'alice', chat: 'team', who: 'greeter' })
  await s.act('add', { as: 'alice', chat: 'team', who: 'greeter' })
  expect(await reply(early)).toEqual(notFound)
  expect((await reply(await write('second stay'))).status).toBe(200)
})

it("SEND-09 replies to a member's message by its number in the group", async () => {
  const { s, call, chat, bob, posted } = await group()
  await s.act('send', { as: 'alice', to: 'team', text: 'one' })
  await s.act('send', { as: 'bob', to: 'team', text: 'two' })
  const two = { message_id: 2, from: asUser(bob), chat, date: NOON, text: 'two' }
  expect(await call('sendMessage', { text: 'hi', reply_to_message_id: 2 })).toEqual(
    posted({ message_id: 3, text: 'hi', reply_to_message: two }),
  )
})

it.each([1, 99, -1])('SEND-10 ignores reply_to_message_id %i in a channel', async (reply_to_message_id) => {
  const { s, call, posted } = await channel()
  await s.act('send', { as: 'alice', to: 'news', text: 'one' })
  expect(await call('sendMessage', { text: 'two', reply_to_message_id })).toEqual(
    posted({ message_id: 2, text: 'two' }),
  )
})

it('SEND-34 ignores a reply_to_message_id that is no Integer in a channel', async () => {
  const { call, posted } = await channel()
  for (const [i, reply_to_message_id] of ['first', '', 1.5, true, [], ['1'], {}, ...HUGE].entries()) {
    expect(await call('sendMessage', { text: 'hi', reply_to_message_id }), JSON.stringify(reply_to_message_id)).toEqual(
      posted({ message_id: i + 1, text: 'hi' }),
    )
  }
})

it("SEND-34 ignores it nowhere else, nor in a channel that is not the bot's", async () => {
  const broken = refused(400, 'Bad Request: reply_to_message_id: Invalid input: expected number, received string')
  const { s, call, chat, comments } = await channel({ can_post_messages: true }, { comments: true })
  const { id } = await s.act('createChannel', { title: 'Other', username: 'other_news', owner: 'alice' })
  const given = { text: 'hi', reply_to_message_id: 'first' }
  for (const chat_id of [id, '@other_news', comments, -1009999999999, 'nonsense']) {
    expect(await call('sendMessage', { ...given, chat_id })).toEqual(broken)
  }
  expect((await call('sendMessage', { ...given, chat_id: chat.id })).status).toBe(200)
  for (const make of [privateChat, group]) {
    const here = await make()
    expect(await here.call('sendMessage', given)).toEqual(broken)
  }
})

it('GAP-49 takes a reply_to_message_id of 0 as left out, one below 0 as not found, and no other text', async () => {
  const { call, posted } = await privateChat()
  const invalid = (found: string) => refused(400, `Bad Request: reply_to_message_id: Invalid input: expected ${found}`)
  const reply = (reply_to_message_id: unknown) => call('sendMessage', { text: 'hi', reply_to_message_id })
  expect(await reply(0)).toEqual(posted({ message_id: 2, text: 'hi' }))
  expect(await reply(-1)).toEqual(notFound)
  expect(await reply(1.5)).toEqual(invalid('int, received number'))
  expect(await reply('first')).toEqual(invalid('number, received string'))
})

it.each([
  ['SEND-12', 'reply keyboard', replyKeyboard],
  ['SEND-13', 'removal', removal],
])('%s refuses a %s in a group', async (_rule, _what, reply_markup) => {
  const { call, texts } = await group()
  expect(await call('sendMessage', { text: 'hi', reply_markup })).toEqual(inlineOnly)
  expect(await texts()).toEqual([])
})

it("SEND-14 binds a bot that is no admin by the members' permission to write", async () => {
  const { s, call, texts, posted } = await group({ permissions: { can_send_messages: false } })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(noTextRight)
  expect(await texts()).toEqual([])
  await s.act('updateChat', { chat: 'team', permissions: { can_send_messages: true } })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(posted({ message_id: 1, text: 'hi' }))
})

it('SEND-16 does not bind an admin bot by it, whatever its rights', async () => {
  const { s, call, posted } = await groupAsAdmin({})
  await s.act('updateChat', { chat: 'team', permissions: { can_send_messages: false } })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(posted({ message_id: 1, text: 'hi' }))
})

it('GAP-44 sends a text where only file sending is off', async () => {
  const { call, posted } = await group({ permissions: { can_send_media_messages: false } })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(posted({ message_id: 1, text: 'hi' }))
})

it('GAP-45 refuses the text of a muted bot, for as long as it is muted', async () => {
  const { s, call, posted } = await group()
  await s.act('mute', { as: 'alice', chat: 'team', who: 'greeter', until_date: NOON + 60 })
  await s.act('setClock', { at: NOON + 59 })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(noTextRight)
  await s.act('setClock', { at: NOON + 60 })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(posted({ message_id: 1, text: 'hi', date: NOON + 60 }))
})

it('SEND-20 needs can_post_messages in a channel; every other right does not help', async () => {
  const others = ['change_info', 'delete_messages', 'restrict_members', 'invite_users', 'pin_messages']
  others.push('edit_messages', 'promote_members', 'manage_video_chats')
  const { s, call, posted, texts } = await channel(Object.fromEntries(others.map((right) => [`can_${right}`, true])))
  expect(await call('sendMessage', { text: 'hi' })).toEqual(noPostRight)
  expect(await texts()).toEqual([])
  await s.act('promote', { as: 'alice', chat: 'news', who: 'greeter', rights: { can_post_messages: true } })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(posted({ message_id: 1, text: 'hi' }))
})

it('SEND-21 GAP-48 refuses posts to a channel that is flagged official', async () => {
  const { s, call, posted, texts } = await channel({ can_post_messages: true }, { official: true })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(noPostRight)
  expect(await texts()).toEqual([])
  await s.act('updateChat', { chat: 'news', official: false })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(posted({ message_id: 1, text: 'hi' }))
})

it("SEND-22 asks for the owner's acceptance of the terms before a post", async () => {
  const { s, call, posted, texts } = await channel()
  await s.act('updateBot', { bot: 'greeter', accepted_terms: false })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(noTerms)
  await s.act('updateService', { name: 'Nimbus' })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(
    refused(403, "Forbidden: the bot's owner must accept Nimbus's terms of use first"),
  )
  expect(await texts()).toEqual([])
  await s.act('updateBot', { bot: 'greeter', accepted_terms: true })
  expect(await call('sendMessage', { text: 'hi' })).toEqual(posted({ message_id: 1, text: 'hi' }))
})

it('SEND-33 SEND-22 asks for the terms before new posts only', async () => {
  const { s, call, posted } = await channel()
  await call('sendMessage', { text: 'one' })
  await s.act('updateBot', { bot: 'greeter', accepted_terms: false })
  expect(await call('sendMessage', { text: 'two' })).toEqual(noTerms)
  const edited = posted({ message_id: 1, edit_date: NOON, text: 'changed' })
  expect(await call('editMessageText', { message_id: 1, text: 'changed' })).toEqual(edited)
})

it.each([
  ['private chat', privateChat, 2],
  ['group', group, 1],
] as const)('SEND-22 SEND-23 asks in a %s neither for the terms nor the filter', async (_, make, message_id) => {
  const { s, call, posted } = await make()
  await s.act('updateBot', { bot: 'greeter', accepted_terms: false })
  await s.act('updateService', { content_filter: [{ match: 'casino' }] })
  expect(await call('sendMessage', { text: 'casino' })).toEqual(posted({ message_id, text: 'casino' }))
})

it('SEND-23 GAP-47 refuses a post that the content filter matches, with its reason', async () => {
  const { s, call, posted, texts } = await channel()
  const content_filter = [{ match: 'casino' }, { match: '/w[i1]n/', reason: 'no lotteries' }]
  await s.act('updateService', { content_filter })
  expect(await call('sendMessage', { text: 'The Casino opens' })).toEqual(
    refused(400, 'Bad Request: message text is not allowed'),
  )
  expect(await call('sendMessage', { text: 'w1n now' })).toEqual(refused(400, 'Bad Request: no lotteries'))
  expect(await texts()).toEqual([])
  expect(await call('sendMessage', { text: 'cas1no' })).toEqual(posted({ message_id: 1, text: 'cas1no' }))
})

it("GAP-143 SEND-23 holds people's posts and edits to the same filter, their captions too", async () => {
  const { s, bot, texts } = await channel({ can_edit_messages: true })
  const by = { as: 'alice', chat: 'news' }
  const file = { as: 'alice', to: 'news', kind: 'document', file: { name: 'a.txt', base64: 'AAAA' } }
  await s.act('send', { as: 'alice', to: 'news', text: 'one' })
  await s.act('sendFile', { ...file, caption: 'two' })
  await bot.drain()
  await s.act('updateService', { content_filter: [{ match: 'casino', reason: 'no games' }] })
  const refusals = [
    await s.tryAct('send', { as: 'alice', to: 'news', text: 'The Casino opens' }),
    await s.tryAct('sendFile', { ...file, caption: 'casino' }),
    await s.tryAct('edit', { ...by, message_id: 1, text: 'casino' }),
    await s.tryAct('edit', { ...by, message_id: 2, text: 'casino' }),
  ]
  for (const { status, body } of refusals) {
    expect(status).toBe(400)
    expect(body.error).toEqual({
      code: 'filtered',
      message: 'The content filter of channels refuses this text: no games.',
      hint: 'The text matches "casino". Change the text, or change content_filter with updateService.',
    })
  }
  expect(await texts()).toEqual(['one', '(membership)'])
  expect(await bot.drain()).toEqual([])
  await s.act('edit', { ...by, message_id: 1, text: 'changed' })
  expect(await texts()).toEqual(['changed', '(membership)'])
})

it("SEND-24 notifies subscribers of a bot's post as of a person's", async () => {
  const { s, ok } = await channel()
  const seen = async () => {
    const { unread, notices, last_message } = await s.view('/users/bob/chats/news')
    return { unread, notices, text: last_message?.text }
  }
  expect(await seen()).toEqual({ unread: 0, notices: 0 })
  await s.act('send', { as: 'alice', to: 'news', text: 'by hand' })
  expect(await seen()).toEqual({ unread: 1, notices: 1, text: 'by hand' })
  await ok('sendMessage', { text: 'by bot' })
  expect(await seen()).toEqual({ unread: 2, notices: 2, text: 'by bot' })
})

it('SEND-25 SEND-26 signs a post with the channel and nobody else', async () => {
  const { chat, call } = await channel()
  expect(await call('sendMessage', { text: 'hi' })).toEqual(
    granted({ message_id: 1, sender_chat: chat, chat, date: NOON, text: 'hi' }),
  )
})

it.each([
  ['SEND-27', 'inline keyboard', yesNo],
  ['SEND-28', 'reply keyboard', replyKeyboard],
  ['SEND-29', 'removal', removal],
])('%s refuses a post with %s', async (_rule, _what, reply_markup) => {
  const { call, texts } = await channel()
  expect(await call('sendMessage', { text: 'hi', reply_markup })).toEqual(noButtons)
  expect(await texts()).toEqual([])
})

it('SEND-30 refuses to write to the comments chat of a channel', async () => {
  const { s, bot, comments } = await channel({ can_post_messages: true }, { comments: true })
  expect(await bot.call('sendMessage', { chat_id: comments, text: 'hi' })).toEqual(notHere)
  expect(await s.view(`/chats/${comments}/messages`)).toEqual([])
})

it("SEND-31 keeps a bot's group message from other bots, even admins that read all", async () => {
  const { s, ok, chat, bob } = await group()
  const other = await s.bot({ first_name: 'Reader', can_read_all_group_messages: true })
  await s.act('promote', { as: 'alice', chat: 'team', who: 'reader', rights: { can_change_info: true } })
  await other.drain()
  const { message_id: own } = await ok('sendMessage', { text: '/help between bots' })
  await ok('editMessageText', { message_id: own, text: '/stop between bots' })
  const { message_id } = await s.act('send', { as: 'bob', to: 'team', text: 'from a person' })
  expect((await other.drain()).map(({ update_id, ...update }) => update)).toEqual([
    { message: { message_id, from: asUser(bob), chat, date: NOON, text: 'from a person' } },
  ])
})

it('SEND-32 lets the bot itself read its group', async () => {
  const { s, bot, bob, chat } = await group()
  await s.act('send', { as: 'bob', to: 'team', text: 'hello all' })
  expect(await bot.drain()).toEqual([
    { update_id: 1, message: { message_id: 1, from: asUser(bob), chat, date: NOON, text: 'hello all' } },
  ])
})

const emptyText: Fault = {
  name: 'shape',
  answer: refused(400, 'Bad Request: text: message text is empty'),
  params: { text: '' },
}
const chatNotFound = refused(400, 'Bad Request: chat not found')
const noTarget: Fault = { name: 'target message', answer: notFound, params: { reply_to_message_id: 99 } }

const full = (count: number, seconds: number): Fault => ({
  name: 'message limit',
  answer: refused(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds }),
  world: async ({ ok }) => {
    for (let i = 0; i < count; i++) await ok('sendMessage', { text: 'x' })
  },
})

const send = { method: 'sendMessage', params: { text: 'hi' } }

checkedInOrder('in a private chat', privateChat, send, [...FIRST, emptyText, BLOCKED, noTarget, full(30, 1)])

checkedInOrder('in a group', group, send, [
  ...FIRST,
  KEYBOARD_SHAPE,
  BANNED,
  { name: 'chat kind', answer: inlineOnly, params: { reply_markup: removal } },
  {
    name: 'rights',
    answer: noTextRight,
    world: ({ s }) => s.act('updateChat', { chat: 'team', permissions: { can_send_messages: false } }),
  },
  noTarget,
  full(20, 60),
])

const inNews = { as: 'alice', chat: 'news', who: 'greeter' }
const withoutRights: Fault = { name: 'rights', answer: noPostRight, world: ({ s }) => s.act('promote', inNews) }
const withoutTerms: Fault = {
  name: 'terms',
  answer: noTerms,
  world: ({ s }) => s.act('updateBot', { bot: 'greeter', accepted_terms: false }),
}
const withButtons: Fault = { name: 'chat kind', answer: noButtons, params: { reply_markup: yesNo } }
const filtered: Fault = {
  name: 'filter',
  answer: refused(400, 'Bad Request: message text is not allowed'),
  world: ({ s }) => s.act('updateService', { content_filter: [{ match: 'hi' }] }),
}

for (const rightsOrTerms of [withoutRights, withoutTerms]) {
  checkedInOrder(`in a channel, ${rightsOrTerms.name}`, channel, send, [
    {
      ...emptyText,
      name: 'shape',
      answer: refused(400, 'Bad Request: text: message is too long'),
      params: { text: 'hi'.repeat(2049) },
    },
    DEMOTED,
    withButtons,
    rightsOrTerms,
    filtered,
    full(20, 60),
  ])
}

it.each([
  ['shape before comments chat', { text: '' }, emptyText.answer],
  ['comments chat before chat kind', { reply_markup: yesNo }, notHere],
  ['comments chat before the target message', { reply_to_message_id: 99 }, notHere],
])('GAP-10 sendMessage in a comments chat: %s', async (_, params, answer) => {
  const { call, comments } = await channel({ can_post_messages: true }, { comments: true })
  expect(await call('sendMessage', { chat_id: comments, text: 'hi', ...params })).toEqual(answer)
})

it.each([
  ['rights', ({ s }: Place) => s.act('promote', inNews), notHere],
  ['terms', withoutTerms.world!, notHere],
  ['filter', filtered.world!, notHere],
  ['chat', DEMOTED.world!, chatNotFound],
])('GAP-10 sendMessage in a comments chat: comments chat against %s', async (_, world, answer) => {
  const place = await channel({ can_post_messages: true }, { comments: true })
  await world(place)
  expect(await place.call('sendMessage', { chat_id: place.comments, text: 'hi' })).toEqual(answer)
})
