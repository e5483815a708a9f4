// How far a person has read: her own words, the read action, and what came before she joined.

import { expect, it } from 'vitest'
import { service } from '../../helpers/service.ts'

async function channelWithComments() {
  const s = await service()
  for (const handle of ['alice', 'bob', 'carol']) await s.user(handle, { handle })
  const subscribers = ['bob', 'carol']
  const given = { handle: 'news', title: 'News', owner: 'alice', subscribers, comments: true }
  const { linked_chat_handle: comments } = await s.act('createChannel', given)
  const unread = async (who: string, chat = comments) => (await s.view(`/users/${who}/chats/${chat}`)).unread
  return { s, comments, unread }
}

it('counts the comments that a person has not read', async () => {
  const { s, comments, unread } = await channelWithComments()
  await s.act('send', { as: 'bob', to: comments, text: 'first' })
  await s.act('send', { as: 'bob', to: comments, text: 'second' })
  expect([await unread('carol'), await unread('bob')]).toEqual([2, 0])
  await s.act('read', { as: 'carol', chat: comments })
  expect(await unread('carol')).toBe(0)
  await s.act('send', { as: 'bob', to: comments, text: 'third' })
  expect(await unread('carol')).toBe(1)
})

it('takes whoever comments to have read the comments so far', async () => {
  const { s, comments, unread } = await channelWithComments()
  await s.act('send', { as: 'bob', to: comments, text: 'first' })
  await s.act('send', { as: 'carol', to: comments, text: 'second' })
  expect([await unread('carol'), await unread('bob')]).toEqual([0, 1])
})

it('keeps the marks of a channel and of its comments apart', async () => {
  const { s, comments, unread } = await channelWithComments()
  await s.act('send', { as: 'alice', to: 'news', text: 'post' })
  await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  await s.act('read', { as: 'carol', chat: comments })
  expect([await unread('carol', 'news'), await unread('carol')]).toEqual([1, 0])
  await s.act('read', { as: 'carol', chat: 'news' })
  expect([await unread('carol', 'news'), await unread('carol')]).toEqual([0, 0])
})

it('begins anew for somebody who comes back', async () => {
  const { s, comments, unread } = await channelWithComments()
  await s.act('leave', { as: 'carol', chat: 'news' })
  await s.act('send', { as: 'alice', to: 'news', text: 'post' })
  await s.act('send', { as: 'bob', to: comments, text: 'comment' })
  await s.act('join', { as: 'carol', chat: 'news' })
  expect([await unread('carol', 'news'), await unread('carol')]).toEqual([0, 0])
})

it("counts messages about members as unread, but not as notices, and leaves out the reader's own", async () => {
  const s = await service()
  for (const handle of ['alice', 'bob', 'carol']) await s.user(handle, { handle })
  await s.act('createGroup', { handle: 'team', title: 'Team', owner: 'alice', members: ['bob'] })
  await s.act('send', { as: 'alice', to: 'team', text: 'hello' })
  await s.act('add', { as: 'alice', chat: 'team', who: 'carol' })
  await s.act('leave', { as: 'carol', chat: 'team' })
  const seenBy = async (who: string) => {
    const { unread, notices } = await s.view(`/users/${who}/chats/team`)
    return { unread, notices }
  }
  expect(await seenBy('bob')).toEqual({ unread: 3, notices: 1 })
  expect(await seenBy('alice')).toEqual({ unread: 1, notices: 0 })
})
