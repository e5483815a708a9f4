// getChatAdministrators: who is listed, in which order, and for whom.

import { expect, it } from 'vitest'
import { type Bot, granted, refused } from '../helpers/service.ts'
import { news, team } from '../helpers/team.ts'
import { administrator, creator } from './wire.ts'

const CHAT_NOT_FOUND = refused(400, 'Bad Request: chat not found')

const getAdmins = (bot: Bot, chat_id: number | string) => bot.call('getChatAdministrators', { chat_id })

it('GET-17 GET-18 GET-22 GET-23 tells an ordinary member the owner of a group', async () => {
  const { alice, bot, group } = await team(null)
  expect(await getAdmins(bot, group.id)).toEqual(granted([creator(alice)]))
})

it('GET-15 GET-19 GET-20 GET-21 GAP-106 lists people and bots with their rights, by time of promotion', async () => {
  const { s, alice, bob, carol, bot, group } = await team(null, { username: 'the_team' })
  const other = await s.bot({ can_read_all_group_messages: false })
  const promote = (who: string, rights = {}, more = {}) =>
    s.act('promote', { as: 'alice', chat: 'team', who, rights, ...more })
  await promote('carol', { can_delete_messages: true, can_promote_members: true }, { custom_title: 'Helper' })
  await promote(other.handle, { can_pin_messages: true })
  // An empty title is none.
  await promote('bob', {}, { custom_title: '' })
  // Other rights are no new promotion.
  await promote('carol', { can_manage_video_chats: true })
  const list = granted([
    creator(alice),
    administrator(carol, { can_manage_video_chats: true }),
    administrator(other, { can_pin_messages: true, can_read_all_group_messages: false }),
    administrator(bob),
  ])
  expect(await getAdmins(bot, group.id)).toEqual(list)
  expect(await getAdmins(bot, '@the_team')).toEqual(list)
})

it('GET-22 GAP-106 lists nobody who is demoted, and last who is promoted anew', async () => {
  const { s, alice, bob, carol, bot, group } = await team(null)
  const does = (action: string, who: string) => s.act(action, { as: 'alice', chat: 'team', who })
  await does('promote', 'bob')
  await does('promote', 'carol')
  await does('demote', 'bob')
  expect(await getAdmins(bot, group.id)).toEqual(granted([creator(alice), administrator(carol)]))
  await does('promote', 'bob')
  expect(await getAdmins(bot, group.id)).toEqual(granted([creator(alice), administrator(carol), administrator(bob)]))
})

it('GET-15 GET-24 finds itself among the administrators of a channel and of its comments', async () => {
  const { alice, bot, channel } = await news({ can_post_messages: true }, { username: 'the_news', comments: true })
  const list = granted([
    creator(alice),
    administrator(bot, { can_post_messages: true, can_read_all_group_messages: true }),
  ])
  for (const id of [channel.id, '@the_news', channel.linked_chat_id]) expect(await getAdmins(bot, id)).toEqual(list)
})

it('GET-16 takes no private chat', async () => {
  const { s, alice, bot } = await team(null)
  await s.act('start', { as: 'alice', bot: bot.handle })
  expect(await getAdmins(bot, alice.id)).toEqual(CHAT_NOT_FOUND)
})

it('GET-15 GET-23 takes no group that the bot is not in', async () => {
  const { s, group } = await team(null, { username: 'the_team' })
  const outsider = await s.bot()
  for (const id of [group.id, '@the_team']) expect(await getAdmins(outsider, id)).toEqual(CHAT_NOT_FOUND)
})
