// The pinned message: pinChatMessage, unpinChatMessage and the right they share.

import { expect, it } from 'vitest'
import { checkedInOrder, type Fault, FIRST } from './order-of-checks.ts'
import { channel, group, groupAsAdmin, type Place, privateChat } from './places.ts'
import { granted, refused } from './service.ts'

const noRight = refused(400, 'Bad Request: not enough rights to manage pinned messages in the chat')
const chatNotFound = refused(400, 'Bad Request: chat not found')
const notFound = refused(400, 'Bad Request: message to pin not found')
const notHere = refused(400, 'Bad Request: method is not available for this chat')
const done = granted(true)

const others = ['change_info', 'delete_messages', 'restrict_members', 'invite_users', 'post_messages', 'edit_messages']
const allOtherRights = Object.fromEntries(
  [...others, 'promote_members', 'manage_video_chats'].map((right) => [`can_${right}`, true]),
)

/** Alice has written messages 1 and 2 and pinned the first. */
const withPin = <Where extends Place>(make: () => Promise<Where>, ref: string) =>
  async function prepared() {
    const here = await make()
    const as = 'alice'
    for (const text of ['one', 'two']) await here.s.act('send', { as, to: ref, text })
    await here.s.act('pin', { as, chat: ref, message_id: 1 })
    const pinned = async () => (await here.s.view(`/chats/${ref}`)).pinned_message_id
    const promote = (rights: object) => here.s.act('promote', { as, chat: ref, who: 'greeter', rights })
    return { ...here, pinned, promote }
  }

const inGroup = withPin(() => groupAsAdmin({ can_pin_messages: true }), 'team')
const inChannel = withPin(() => channel({ can_pin_messages: true }), 'news')

it.each([
  ['PIN-03', 'group', inGroup],
  ['PIN-04', 'channel', inChannel],
] as const)('PIN-01 PIN-07 %s removes the pinned message of a %s', async (_rule, _where, make) => {
  const { call, pinned, texts } = await make()
  expect(await pinned()).toBe(1)
  expect(await call('unpinChatMessage')).toEqual(done)
  expect(await pinned()).toBeNull()
  expect(await texts()).toEqual(['one', 'two'])
})

it.each([
  ['PIN-02', 'unpinChatMessage'],
  ['GAP-121', 'pinChatMessage'],
])('%s GAP-26 %s requires a chat_id', async (_rule, method) => {
  const { call, pinned } = await inGroup()
  expect(await call(method, { chat_id: undefined, message_id: 2 })).toEqual(
    refused(400, 'Bad Request: chat_id: Invalid input: expected string, received undefined'),
  )
  expect(await pinned()).toBe(1)
})

it.each([
  ['PIN-05', 'unpinChatMessage', {}],
  ['GAP-121', 'pinChatMessage', { message_id: 2 }],
])('%s %s finds no private chat', async (_rule, method, params) => {
  const { s, call, ok } = await privateChat()
  await ok('sendMessage', { text: 'hi' })
  await s.act('pin', { as: 'alice', chat: 'greeter', message_id: 1 })
  expect(await call(method, params)).toEqual(chatNotFound)
  expect((await s.view('/chats/alice?bot=greeter')).pinned_message_id).toBe(1)
})

it.each([1, 2, 99, -1, 'first', ''])('PIN-06 ignores message_id %j', async (message_id) => {
  const { call, pinned } = await inGroup()
  expect(await call('unpinChatMessage', { message_id })).toEqual(done)
  expect(await pinned()).toBeNull()
})

it('PIN-08 has one pinned message at a time, so one unpin leaves none', async () => {
  const { s, call, pinned } = await inGroup()
  await s.act('pin', { as: 'alice', chat: 'team', message_id: 2 })
  expect(await pinned()).toBe(2)
  expect(await call('unpinChatMessage')).toEqual(done)
  expect(await pinned()).toBeNull()
})

it('PIN-07 leaves the pin of another chat alone', async () => {
  const { s, call, pinned } = await inGroup()
  await s.act('createGroup', { title: 'Club', owner: 'alice', members: ['greeter'] })
  await s.act('send', { as: 'alice', to: 'club', text: 'one' })
  await s.act('pin', { as: 'alice', chat: 'club', message_id: 1 })
  expect(await call('unpinChatMessage')).toEqual(done)
  expect([await pinned(), (await s.view('/chats/club')).pinned_message_id]).toEqual([null, 1])
})

it('PIN-09 refuses a bot that is no admin', async () => {
  const { call, pinned } = await withPin(group, 'team')()
  expect(await call('unpinChatMessage')).toEqual(noRight)
  expect(await call('pinChatMessage', { message_id: 2 })).toEqual(noRight)
  expect(await pinned()).toBe(1)
})

it('GAP-122 refuses it also where members may pin', async () => {
  const { s, call, pinned } = await withPin(() => group({ permissions: { can_pin_messages: true } }), 'team')()
  await s.act('pin', { as: 'bob', chat: 'team', message_id: 2 })
  expect(await call('unpinChatMessage')).toEqual(noRight)
  expect(await call('pinChatMessage', { message_id: 1 })).toEqual(noRight)
  expect(await pinned()).toBe(2)
})

it.each([
  ['group', withPin(() => groupAsAdmin(allOtherRights), 'team')],
  ['channel', withPin(() => channel(allOtherRights), 'news')],
] as const)(
  'PIN-10 PIN-11 needs can_pin_messages in a %s, to unpin as to pin; no other right helps',
  async (_, make) => {
    const { call, pinned, promote } = await make()
    expect(await call('unpinChatMessage')).toEqual(noRight)
    expect(await call('pinChatMessage', { message_id: 2 })).toEqual(noRight)
    expect(await pinned()).toBe(1)
    await promote({ can_pin_messages: true })
    expect(await call('pinChatMessage', { message_id: 2 })).toEqual(done)
    expect(await pinned()).toBe(2)
    expect(await call('unpinChatMessage')).toEqual(done)
    expect(await pinned()).toBeNull()
  },
)

it.each(['pinChatMessage', 'unpinChatMessage'])('PIN-12 %s is not available in a comments chat', async (method) => {
  const { s, call, comments } = await channel({ can_pin_messages: true }, { comments: true })
  const { message_id } = await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  expect(await call(method, { chat_id: comments, message_id })).toEqual(notHere)
})

it('GAP-120 unpins where nothing is pinned', async () => {
  const { call, pinned } = await inGroup()
  expect(await call('unpinChatMessage')).toEqual(done)
  expect(await call('unpinChatMessage')).toEqual(done)
  expect(await pinned()).toBeNull()
})

it('GAP-121 pins in place of what was pinned, the same message again included', async () => {
  const { call, pinned } = await inGroup()
  expect(await call('pinChatMessage', { message_id: 2 })).toEqual(done)
  expect(await call('pinChatMessage', { message_id: 2 })).toEqual(done)
  expect(await pinned()).toBe(2)
})

it('GAP-121 pins no message that does not exist or was deleted', async () => {
  const { s, call, pinned } = await inGroup()
  await s.act('delete', { as: 'alice', chat: 'team', message_id: 2 })
  for (const message_id of [0, -1, 2, 3]) expect(await call('pinChatMessage', { message_id })).toEqual(notFound)
  expect(await pinned()).toBe(1)
})

it.each([
  [undefined, 'number, received undefined'],
  ['first', 'number, received string'],
  [1.5, 'int, received number'],
])('GAP-121 GAP-29 takes no message_id of %j', async (message_id, reason) => {
  const { call, pinned } = await inGroup()
  expect(await call('pinChatMessage', { message_id })).toEqual(
    refused(400, `Bad Request: message_id: Invalid input: expected ${reason}`),
  )
  expect(await pinned()).toBe(1)
})

const faults = (ref: string, leave: Fault['world'] & {}, withoutRight: Fault['world'] & {}) => ({
  shape: {
    name: 'shape',
    answer: refused(400, 'Bad Request: message_id: Invalid input: expected number, received string'),
    params: { message_id: 'first' },
  },
  chat: { name: `chat ${ref}`, answer: chatNotFound, world: leave },
  rights: { name: 'rights', answer: noRight, world: withoutRight },
  target: { name: 'target message', answer: notFound, params: { message_id: 99 } },
})

const byAlice = (chat: string) => ({ as: 'alice', chat, who: 'greeter' })
const ofGroup = faults(
  'team',
  ({ s }) => s.act('ban', byAlice('team')),
  ({ s }) => s.act('demote', byAlice('team')),
)
const ofChannel = faults(
  'news',
  ({ s }) => s.act('demote', byAlice('news')),
  ({ s }) => s.act('promote', byAlice('news')),
)
const pin = { method: 'pinChatMessage', params: { message_id: 2 } }
const unpin = { method: 'unpinChatMessage', params: {} }

for (const [where, make, { shape, chat, rights, target }] of [
  ['in a group', inGroup, ofGroup],
  ['in a channel', inChannel, ofChannel],
] as const) {
  checkedInOrder(where, make, pin, [...FIRST, shape, chat, rights, target])
  checkedInOrder(where, make, unpin, [...FIRST, chat, rights])
}

it.each([
  ['shape before comments chat', 'pinChatMessage', { message_id: 'first' }, ofGroup.shape.answer],
  ['comments chat before the target message', 'pinChatMessage', { message_id: 99 }, notHere],
  ['comments chat before rights', 'pinChatMessage', { message_id: 1 }, notHere],
  ['comments chat before rights', 'unpinChatMessage', {}, notHere],
])('GAP-10 in a comments chat: %s (%s)', async (_, method, params, answer) => {
  const { s, call, comments } = await channel({}, { comments: true })
  await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  expect(await call(method, { chat_id: comments, ...params })).toEqual(answer)
})

it.each(['pinChatMessage', 'unpinChatMessage'])(
  'GAP-10 in a comments chat: chat before comments chat (%s)',
  async (method) => {
    const { s, call, comments } = await channel({}, { comments: true })
    await s.act('demote', byAlice('news'))
    expect(await call(method, { chat_id: comments, message_id: 1 })).toEqual(chatNotFound)
  },
)
