// What people saw, read from an emulator.

import { expect, it } from 'vitest'
import { httpClient } from '../../../src/control/client/http-client.ts'
import { compareSeen } from '../../../src/testing/seen/compare-seen.ts'
import { callsAsSeen, whatPeopleSaw } from '../../../src/testing/seen/seen.ts'
import { service } from '../../helpers/service.ts'

async function shop() {
  const { url, act, bot } = await service()
  for (const handle of ['alice', 'bob']) await act('createUser', { first_name: handle, handle })
  const greeter = await bot({ handle: 'greeter', owner: 'alice' })
  await act('createGroup', { title: 'Team', handle: 'team', owner: 'alice', members: ['bob', 'greeter'] })
  await act('promote', {
    as: 'alice',
    chat: 'team',
    who: 'greeter',
    rights: { can_restrict_members: true, can_pin_messages: true },
  })
  const client = httpClient(url)
  return { act, client, greeter, users: await client.view('/users') }
}

it('sees texts, edits, files, buttons, replies and keyboards', async () => {
  const { act, client, greeter, users } = await shop()
  const chat_id = users[0]?.id
  await act('start', { as: 'alice', bot: 'greeter' })
  const { message_id } = await greeter.ok('sendMessage', { chat_id, text: 'Hi', reply_to_message_id: 1 })
  await greeter.ok('editMessageText', {
    chat_id,
    message_id,
    text: 'Hello',
    reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }], [{ text: 'No', callback_data: 'n' }]] },
  })
  const file = { name: 'cat.txt', base64: Buffer.from('meow').toString('base64') }
  const sent = await act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file, caption: 'My cat' })
  await greeter.ok('sendMessage', { chat_id, text: 'Sure?', reply_markup: { keyboard: [[{ text: 'Sure' }]] } })
  await act('delete', { as: 'alice', chat: 'greeter', message_id: 1 })
  expect((await whatPeopleSaw(client)).filter(({ isPrivate }) => isPrivate)).toEqual([
    {
      chat: 'greeter',
      person: 'alice',
      isPrivate: true,
      messages: [
        { author: 'greeter', text: 'Hello', buttons: [['Yes'], ['No']] },
        {
          author: 'alice',
          byPerson: true,
          text: 'My cat',
          file: { kind: 'document', name: 'cat.txt', unique_id: sent.document.file_unique_id },
        },
        { author: 'greeter', text: 'Sure?' },
      ],
      state: { 'reply keyboard': '‹Sure›' },
    },
  ])
})

it('sees a group on each screen, and who is muted', async () => {
  const { act, client, greeter, users } = await shop()
  const { message_id } = await act('send', { as: 'bob', to: 'team', text: 'spam' })
  const { id } = await client.view('/chats/:chat', { chat: 'team' })
  const before = await whatPeopleSaw(client)
  await greeter.ok('restrictChatMember', { chat_id: id, user_id: users[1]?.id, permissions: {} })
  await greeter.ok('pinChatMessage', { chat_id: id, message_id })
  const after = await whatPeopleSaw(client)
  const messages = [{ author: 'bob', byPerson: true, text: 'spam' }]
  expect(before).toEqual(
    ['alice', 'bob'].map((person) => ({ chat: 'team', person, isPrivate: false, messages, state: {} })),
  )
  expect(compareSeen(before, after).map(({ text, people }) => [text, people])).toEqual([
    ['also pinned message: spam', ['alice', 'bob']],
    ['also muted: bob', ['alice', 'bob']],
  ])
  const calls = callsAsSeen('greeter', await client.view('/calls'))
  expect(calls.messages).toEqual([
    { author: 'greeter', text: `restrictChatMember chat_id ${id} user_id ${users[1]?.id} permissions {}` },
    { author: 'greeter', text: `pinChatMessage chat_id ${id}` },
  ])
  expect(compareSeen([callsAsSeen('greeter', [])], [calls]).map(({ text, people }) => [text, people])).toEqual([
    [expect.stringMatching(/^also 'restrictChatMember chat_id /), []],
    [expect.stringMatching(/^also 'pinChatMessage chat_id /), []],
  ])
})
