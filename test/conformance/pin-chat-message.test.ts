// pinChatMessage: what it pins, and the order of its checks. Its right is shown with unpinChatMessage.

import { expect, it } from 'vitest'
import { channel, privateChat } from '../helpers/places.ts'
import { refused } from '../helpers/service.ts'
import { HUGE } from './huge.ts'
import { checkedInOrder, FIRST } from './order-of-checks.ts'
import {
  byAlice,
  chatNotFound,
  done,
  faultsInChannel,
  faultsInGroup,
  inChannel,
  inGroup,
  notHere,
  toPinNotFound,
} from './pinned.ts'

it('GAP-121 GAP-26 pinChatMessage requires a chat_id', async () => {
  const { call, pinned } = await inGroup()
  expect(await call('pinChatMessage', { chat_id: undefined, message_id: 2 })).toEqual(
    refused(400, 'Bad Request: chat_id: Invalid input: expected string, received undefined'),
  )
  expect(await pinned()).toBe(1)
})

it('GAP-121 pinChatMessage finds no private chat', async () => {
  const { s, call, ok } = await privateChat()
  await ok('sendMessage', { text: 'hi' })
  await s.act('pin', { as: 'alice', chat: 'greeter', message_id: 1 })
  expect(await call('pinChatMessage', { message_id: 2 })).toEqual(chatNotFound)
  expect((await s.view('/chats/alice?bot=greeter')).pinned_message_id).toBe(1)
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
  for (const message_id of [0, -1, 2, 3, ...HUGE])
    expect(await call('pinChatMessage', { message_id })).toEqual(toPinNotFound)
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

it('PIN-12 pinChatMessage is not available in a comments chat', async () => {
  const { s, call, comments } = await channel({ can_pin_messages: true }, { comments: true })
  const { message_id } = await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  expect(await call('pinChatMessage', { chat_id: comments, message_id })).toEqual(notHere)
})

for (const [where, make, { shape, chat, rights, target }] of [
  ['in a group', inGroup, faultsInGroup],
  ['in a channel', inChannel, faultsInChannel],
] as const) {
  const pin = { method: 'pinChatMessage', params: { message_id: 2 } }
  checkedInOrder(where, make, pin, [...FIRST, shape, chat, rights, target])
}

it.each([
  ['shape before comments chat', 'first', faultsInGroup.shape.answer],
  ['comments chat before the target message', 99, notHere],
  ['comments chat before rights', 1, notHere],
])('GAP-10 in a comments chat: %s (pinChatMessage)', async (_, message_id, answer) => {
  const { s, call, comments } = await channel({}, { comments: true })
  await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  expect(await call('pinChatMessage', { chat_id: comments, message_id })).toEqual(answer)
})

it('GAP-10 in a comments chat: chat before comments chat (pinChatMessage)', async () => {
  const { s, call, comments } = await channel({}, { comments: true })
  await s.act('demote', byAlice('news'))
  expect(await call('pinChatMessage', { chat_id: comments, message_id: 1 })).toEqual(chatNotFound)
})
