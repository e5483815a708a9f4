// unpinChatMessage, and the right that it shares with pinChatMessage.

import { expect, it } from 'vitest'
import { channel, group, groupAsAdmin, privateChat } from '../helpers/places.ts'
import { refused } from '../helpers/service.ts'
import { checkedInOrder, FIRST } from './order-of-checks.ts'
import {
  allOtherRights,
  byAlice,
  chatNotFound,
  done,
  faultsInChannel,
  faultsInGroup,
  inChannel,
  inGroup,
  noRight,
  notHere,
  withPin,
} from './pinned.ts'

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

it('PIN-02 GAP-26 unpinChatMessage requires a chat_id', async () => {
  const { call, pinned } = await inGroup()
  expect(await call('unpinChatMessage', { chat_id: undefined, message_id: 2 })).toEqual(
    refused(400, 'Bad Request: chat_id: Invalid input: expected string, received undefined'),
  )
  expect(await pinned()).toBe(1)
})

it('PIN-05 unpinChatMessage finds no private chat', async () => {
  const { s, call, ok } = await privateChat()
  await ok('sendMessage', { text: 'hi' })
  await s.act('pin', { as: 'alice', chat: 'greeter', message_id: 1 })
  expect(await call('unpinChatMessage')).toEqual(chatNotFound)
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

it('PIN-12 unpinChatMessage is not available in a comments chat', async () => {
  const { s, call, comments } = await channel({ can_pin_messages: true }, { comments: true })
  const { message_id } = await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  expect(await call('unpinChatMessage', { chat_id: comments, message_id })).toEqual(notHere)
})

it('GAP-120 unpins where nothing is pinned', async () => {
  const { call, pinned } = await inGroup()
  expect(await call('unpinChatMessage')).toEqual(done)
  expect(await call('unpinChatMessage')).toEqual(done)
  expect(await pinned()).toBeNull()
})

checkedInOrder('in a group', inGroup, { method: 'unpinChatMessage', params: {} }, [
  ...FIRST,
  faultsInGroup.chat,
  faultsInGroup.rights,
])
checkedInOrder('in a channel', inChannel, { method: 'unpinChatMessage', params: {} }, [
  ...FIRST,
  faultsInChannel.chat,
  faultsInChannel.rights,
])

it('GAP-10 in a comments chat: comments chat before rights (unpinChatMessage)', async () => {
  const { s, call, comments } = await channel({}, { comments: true })
  await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  expect(await call('unpinChatMessage', { chat_id: comments })).toEqual(notHere)
})

it('GAP-10 in a comments chat: chat before comments chat (unpinChatMessage)', async () => {
  const { s, call, comments } = await channel({}, { comments: true })
  await s.act('demote', byAlice('news'))
  expect(await call('unpinChatMessage', { chat_id: comments, message_id: 1 })).toEqual(chatNotFound)
})
