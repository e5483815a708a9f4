// The kinds of update: what brings each, what each carries, and which of them a list lets through.

import { describe, expect, it } from 'vitest'
import { type Bot, granted, NOON, service } from '../helpers/service.ts'
import { ALL_RIGHTS } from '../helpers/stage.ts'
import { news, team } from '../helpers/team.ts'
import { administrator, chatOf, creator, member, privateChatOf, restricted, typeOf, userOf } from './wire.ts'

const TYPES = [
  'message',
  'edited_message',
  'callback_query',
  'my_chat_member',
  'chat_member',
  'channel_post',
  'edited_channel_post',
]
const BUT_CHAT_MEMBER = TYPES.filter((type) => type !== 'chat_member')

const typesOf = (updates: object[]) => updates.map(typeOf)

/** Names a list once and for all; what waited before is gone. */
async function listen(bot: Bot, allowed_updates: string[]) {
  await bot.ok('getUpdates', { allowed_updates })
  await bot.drain()
}

/** Something of each type for one bot, one after the other, in the order of the list. */
async function everyType() {
  const { s, alice, bob, bot, group } = await team()
  await s.act('start', { as: 'alice', bot: bot.handle })
  const reply_markup = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] }
  await bot.ok('sendMessage', { chat_id: alice.id, text: 'sure?', reply_markup })
  await s.act('createChannel', { title: 'News', owner: 'alice' })
  await s.act('promote', { as: 'alice', chat: 'news', who: bot.handle })
  await bot.drain()
  async function provoke() {
    const { message_id } = await s.act('send', { as: 'alice', to: bot.handle, text: 'helo' })
    await s.act('edit', { as: 'alice', chat: bot.handle, message_id, text: 'hello' })
    await s.act('press', { as: 'alice', chat: bot.handle, button: 'Yes' })
    await s.act('promote', { as: 'alice', chat: 'team', who: bot.handle, rights: { can_pin_messages: true } })
    await s.act('mute', { as: 'alice', chat: 'team', who: 'bob' })
    const post = await s.act('send', { as: 'alice', to: 'news', text: 'extra' })
    await s.act('edit', { as: 'alice', chat: 'news', message_id: post.message_id, text: 'extra!' })
  }
  return { s, alice, bob, bot, group, provoke }
}

describe('lists', () => {
  it.each([
    ['EVT-02', 'edited_message'],
    ['EVT-03', 'callback_query'],
    ['EVT-04', 'my_chat_member'],
    ['EVT-05 EVT-09', 'chat_member'],
    ['EVT-06', 'channel_post'],
    ['EVT-07', 'edited_channel_post'],
    ['EVT-10', 'message'],
  ])('%s GAP-99 brings %s alone when the list names nothing else', async (_, type) => {
    const { bot, provoke } = await everyType()
    await listen(bot, [type])
    await provoke()
    expect(typesOf(await bot.drain())).toEqual([type])
  })

  it('EVT-08 brings every type but chat_member where no list was ever given', async () => {
    const { bot, provoke } = await everyType()
    await provoke()
    expect(typesOf(await bot.drain())).toEqual(BUT_CHAT_MEMBER)
  })

  it('EVT-09 brings every type once a list names all of them', async () => {
    const { bot, provoke } = await everyType()
    await listen(bot, TYPES)
    await provoke()
    expect(new Set(typesOf(await bot.drain()))).toEqual(new Set(TYPES))
  })

  it('EVT-11 drops names that it does not know', async () => {
    const { bot, provoke } = await everyType()
    await listen(bot, ['message', 'nonsense', 'inline_query'])
    await provoke()
    expect(typesOf(await bot.drain())).toEqual(['message'])
  })

  it('GAP-79 takes a list of unknown names for every type but chat_member', async () => {
    const { bot, provoke } = await everyType()
    await listen(bot, ['chat_member'])
    await listen(bot, ['nonsense'])
    await provoke()
    expect(typesOf(await bot.drain())).toEqual(BUT_CHAT_MEMBER)
  })

  it('EVT-12 GAP-78 keeps the list for later calls without one', async () => {
    const { bot, provoke } = await everyType()
    await listen(bot, ['callback_query'])
    expect(await bot.call('getUpdates')).toEqual(granted([]))
    await provoke()
    expect(typesOf(await bot.drain())).toEqual(['callback_query'])
    await provoke()
    expect(typesOf(await bot.drain())).toEqual(['callback_query'])
  })

  it('EVT-13 touches no other bot', async () => {
    const { s, bot, provoke } = await everyType()
    const other = await s.bot()
    await s.act('promote', { as: 'alice', chat: 'news', who: other.handle })
    await other.drain()
    await listen(bot, ['message'])
    await provoke()
    expect(typesOf(await bot.drain())).toEqual(['message'])
    expect(typesOf(await other.drain())).toEqual(['channel_post', 'edited_channel_post'])
  })

  it('EVT-14 leaves in the queue what came before the list, and brings nothing back', async () => {
    const { s, bot } = await everyType()
    const say = (text: string) => s.act('send', { as: 'alice', to: bot.handle, text })
    await say('before')
    const [before] = await bot.ok('getUpdates', { allowed_updates: ['callback_query'] })
    expect(before.message.text).toBe('before')
    await say('while filtered')
    expect(await bot.call('getUpdates', { allowed_updates: ['message'] })).toEqual(granted([before]))
    await say('after')
    const updates = await bot.drain()
    expect(updates.map((update) => update.message.text)).toEqual(['before', 'after'])
  })

  it('EVT-15 takes an empty list for every type but chat_member', async () => {
    const { bot, provoke } = await everyType()
    await listen(bot, ['chat_member', 'callback_query'])
    await listen(bot, [])
    await provoke()
    expect(typesOf(await bot.drain())).toEqual(BUT_CHAT_MEMBER)
  })

  it('GAP-77 EVT-10 gives no number to an update that a list drops', async () => {
    const { s, bot } = await everyType()
    await s.act('send', { as: 'alice', to: bot.handle, text: 'first' })
    const [{ update_id }] = await bot.drain()
    await listen(bot, ['callback_query'])
    await s.act('send', { as: 'alice', to: bot.handle, text: 'dropped' })
    await s.act('press', { as: 'alice', chat: bot.handle, button: 'Yes' })
    expect((await bot.drain()).map((update) => update.update_id)).toEqual([update_id + 1])
  })
})

describe('messages', () => {
  it('EVT-01 GAP-99 brings what a person writes in a private chat and in a group', async () => {
    const { s, alice, bob, bot, group } = await team()
    await s.act('start', { as: 'alice', bot: bot.handle })
    await bot.drain()
    await s.act('send', { as: 'alice', to: bot.handle, text: 'hello' })
    await s.act('send', { as: 'bob', to: 'team', text: 'hello all' })
    const [inPrivate, inGroup] = await bot.drain()
    expect(inPrivate.message).toEqual({
      message_id: 2,
      from: userOf(alice),
      chat: privateChatOf(alice),
      date: NOON,
      text: 'hello',
    })
    expect(inGroup.message).toEqual({
      message_id: 4,
      from: userOf(bob),
      chat: chatOf(group),
      date: NOON,
      text: 'hello all',
    })
  })

  it('GAP-104 brings /start again when the chat is started again, with its payload', async () => {
    const { s, bot } = await team()
    await s.act('start', { as: 'alice', bot: bot.handle })
    await s.act('start', { as: 'alice', bot: bot.handle, payload: 'from-a-link' })
    expect((await bot.drain()).map((update) => update.message.text)).toEqual(['/start', '/start from-a-link'])
  })

  it('EVT-02 GAP-99 GAP-100 brings an edit as the message with its edit_date', async () => {
    const { s, bob, bot, group } = await team()
    const { message_id } = await s.act('send', { as: 'bob', to: 'team', text: 'helo' })
    await bot.drain()
    await s.act('advanceClock', { seconds: 5 })
    await s.act('edit', { as: 'bob', chat: 'team', message_id, text: 'hello' })
    const [{ update_id, ...update }, ...more] = await bot.drain()
    expect(more).toEqual([])
    expect(update_id).toEqual(expect.any(Number))
    expect(update).toEqual({
      edited_message: {
        message_id,
        from: userOf(bob),
        chat: chatOf(group),
        date: NOON,
        edit_date: NOON + 5,
        text: 'hello',
      },
    })
  })

  it('EVT-06 EVT-07 GAP-99 GAP-100 GAP-105 brings a post and its edit with sender_chat, once each', async () => {
    const { s, bot, channel } = await news({}, { comments: true })
    const { message_id } = await s.act('send', { as: 'alice', to: 'news', text: 'extra' })
    await s.act('advanceClock', { seconds: 5 })
    await s.act('edit', { as: 'alice', chat: 'news', message_id, text: 'extra!' })
    const chat = chatOf(channel)
    const [first, second, ...more] = await bot.drain()
    expect(more).toEqual([])
    expect(first.channel_post).toEqual({ message_id, sender_chat: chat, chat, date: NOON, text: 'extra' })
    expect(second.edited_channel_post).toEqual({
      message_id,
      sender_chat: chat,
      chat,
      date: NOON,
      edit_date: NOON + 5,
      text: 'extra!',
    })
  })

  it('GAP-97 brings a bot nothing of what it sends, posts and edits itself', async () => {
    const { s, alice, bot, group } = await team()
    await s.act('start', { as: 'alice', bot: bot.handle })
    const channel = await s.act('createChannel', { title: 'News', owner: 'alice' })
    await s.act('promote', { as: 'alice', chat: 'news', who: bot.handle, rights: { can_post_messages: true } })
    await bot.drain()
    for (const chat_id of [alice.id, group.id, channel.id]) {
      const { message_id } = await bot.ok('sendMessage', { chat_id, text: 'one' })
      await bot.ok('editMessageText', { chat_id, message_id, text: 'two' })
    }
    expect(await bot.drain()).toEqual([])
  })

  it("GAP-98 brings no bot another's group message or its edit, replies to itself and commands included", async () => {
    const { s, bot, group } = await team()
    const other = await s.bot({ username: 'other_bot' })
    await s.act('add', { as: 'alice', chat: 'team', who: other.handle })
    const { message_id } = await other.ok('sendMessage', { chat_id: group.id, text: 'mine' })
    await bot.drain()
    for (const text of ['plain', '/start', '/start@other_bot']) {
      const sent = await bot.ok('sendMessage', { chat_id: group.id, text, reply_to_message_id: message_id })
      await bot.ok('editMessageText', { chat_id: group.id, message_id: sent.message_id, text: `${text} 2` })
    }
    // What it was brought of its own joining is all there is.
    expect(typesOf(await other.drain())).toEqual(['my_chat_member', 'message'])
  })

  it("GAP-98 brings a bot another's posts and their edits", async () => {
    const { s, bot, channel } = await news()
    const other = await s.bot()
    await s.act('promote', { as: 'alice', chat: 'news', who: other.handle })
    await bot.drain()
    await other.drain()
    const { message_id } = await bot.ok('sendMessage', { chat_id: channel.id, text: 'extra' })
    await bot.ok('editMessageText', { chat_id: channel.id, message_id, text: 'extra!' })
    const chat = chatOf(channel)
    const [post, edit, ...more] = await other.drain()
    expect(more).toEqual([])
    expect(post.channel_post).toEqual({ message_id, sender_chat: chat, chat, date: NOON, text: 'extra' })
    expect(edit.edited_channel_post).toEqual({ ...post.channel_post, edit_date: NOON, text: 'extra!' })
    expect(await bot.drain()).toEqual([])
  })

  it("GAP-97 GAP-99 brings a bot another's edit of its own post", async () => {
    const { s, bot, channel } = await news()
    const { message_id } = await bot.ok('sendMessage', { chat_id: channel.id, text: 'extra' })
    await s.act('edit', { as: 'alice', chat: 'news', message_id, text: 'corrected' })
    const [update] = await bot.drain()
    expect(update.edited_channel_post.text).toBe('corrected')
  })

  it('GAP-99 brings nothing of a group that the bot is not in', async () => {
    const { s, bot } = await team()
    await s.act('createGroup', { title: 'Others', owner: 'alice', members: ['bob'] })
    await s.act('send', { as: 'bob', to: 'others', text: 'among ourselves' })
    await s.act('ban', { as: 'alice', chat: 'team', who: bot.handle })
    await bot.drain()
    const { message_id } = await s.act('send', { as: 'bob', to: 'team', text: 'it is gone' })
    await s.act('edit', { as: 'bob', chat: 'team', message_id, text: 'it is gone!' })
    await s.act('leave', { as: 'bob', chat: 'team' })
    expect(await bot.drain()).toEqual([])
  })

  it('GAP-99 brings nothing of a chat with somebody who has blocked the bot', async () => {
    const { s, bot } = await team()
    const { message_id } = await s.act('start', { as: 'alice', bot: bot.handle })
    await s.act('block', { as: 'alice', bot: bot.handle })
    await bot.drain()
    expect((await s.tryAct('send', { as: 'alice', to: bot.handle, text: 'hello?' })).body.error.code).toBe('blocked')
    await s.tryAct('edit', { as: 'alice', chat: bot.handle, message_id, text: 'edited' })
    expect(await bot.drain()).toEqual([])
  })
})

describe('privacy', () => {
  /** A group with one bot that reads everything and one that does not. */
  async function twoBots() {
    const { s, group, bot: open } = await team(null)
    const closed = await s.bot({ username: 'closed_bot', can_read_all_group_messages: false })
    await s.act('add', { as: 'alice', chat: 'team', who: closed.handle })
    const own = await closed.ok('sendMessage', { chat_id: group.id, text: 'ask me' })
    const foreign = await s.act('send', { as: 'alice', to: 'team', text: 'nobody asks me' })
    await open.drain()
    await closed.drain()
    const texts = async (bot: Bot) => (await bot.drain()).map((update) => update.message?.text)
    return { s, group, open, closed, own, foreign, texts }
  }

  it.each(['hello', 'not a /command', '/', ' /start', '/start@other_bot', '/start@closed_bot2', '@closed_bot hello'])(
    'GAP-96 brings %j only to a bot that reads all',
    async (text) => {
      const { s, open, closed, texts } = await twoBots()
      await s.act('send', { as: 'bob', to: 'team', text })
      expect(await texts(open)).toEqual([text])
      expect(await texts(closed)).toEqual([])
    },
  )

  it.each(['/start', '/start now', '/start@closed_bot', '/start@Closed_Bot now'])(
    'GAP-96 brings %j to every bot',
    async (text) => {
      const { s, open, closed, texts } = await twoBots()
      await s.act('send', { as: 'bob', to: 'team', text })
      expect(await texts(open)).toEqual([text])
      expect(await texts(closed)).toEqual([text])
    },
  )

  it('GAP-96 brings a reply to the bot that it answers, and its edits', async () => {
    const { s, open, closed, own, foreign } = await twoBots()
    const reply = await s.act('send', { as: 'bob', to: 'team', text: 'yes', reply_to: own.message_id })
    await s.act('send', { as: 'bob', to: 'team', text: 'no', reply_to: foreign.message_id })
    await s.act('edit', { as: 'bob', chat: 'team', message_id: reply.message_id, text: 'yes!' })
    const updates = await closed.drain()
    expect(updates.map((update) => (update.message ?? update.edited_message).text)).toEqual(['yes', 'yes!'])
    expect(updates[0].message.reply_to_message).toEqual(own)
    expect(typesOf(await open.drain())).toEqual(['message', 'message', 'edited_message'])
  })

  it('GAP-96 brings no edit of a message that the bot could not read', async () => {
    const { s, closed } = await twoBots()
    const { message_id } = await s.act('send', { as: 'bob', to: 'team', text: 'hello' })
    await s.act('edit', { as: 'bob', chat: 'team', message_id, text: 'hello again' })
    expect(await closed.drain()).toEqual([])
  })

  it('GAP-96 brings joining and leaving to every bot', async () => {
    const { s, group, open, closed } = await twoBots()
    const dave = await s.user('Dave')
    await s.act('join', { as: 'dave', chat: 'team' })
    await s.act('leave', { as: 'dave', chat: 'team' })
    const base = { from: userOf(dave), chat: chatOf(group), date: NOON }
    for (const bot of [open, closed]) {
      const [joined, left, ...more] = await bot.drain()
      expect(more).toEqual([])
      const { message_id } = joined.message
      expect(joined.message).toEqual({ message_id, ...base, new_chat_members: [userOf(dave)] })
      expect(left.message).toEqual({ message_id: message_id + 1, ...base, left_chat_member: userOf(dave) })
    }
  })

  it('GAP-96 brings no more to an administrator without the flag', async () => {
    const { s, group, closed, texts } = await twoBots()
    await s.act('promote', { as: 'alice', chat: 'team', who: closed.handle, rights: ALL_RIGHTS })
    const own = await closed.ok('getChatMember', { chat_id: group.id, user_id: closed.id })
    expect(own).toMatchObject({ status: 'administrator', can_read_all_group_messages: false })
    await closed.drain()
    await s.act('send', { as: 'bob', to: 'team', text: 'hello' })
    await s.act('send', { as: 'bob', to: 'team', text: '/help' })
    expect(await texts(closed)).toEqual(['/help'])
  })

  it('GAP-96 opens everything once the flag is set', async () => {
    const { s, closed, texts } = await twoBots()
    await s.act('updateBot', { bot: closed.handle, can_read_all_group_messages: true })
    await s.act('send', { as: 'bob', to: 'team', text: 'hello' })
    expect(await texts(closed)).toEqual(['hello'])
  })
})

describe('what is sealed', () => {
  const yes = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] }

  /** A bot that gets commands and replies only, and a message of Bob's that is neither. */
  async function sealed() {
    const { s, bob, carol, group } = await team(null)
    const bot = await s.bot({ username: 'closed_bot', can_read_all_group_messages: false })
    await s.act('add', { as: 'alice', chat: 'team', who: bot.handle })
    await bot.drain()
    const { message_id } = await s.act('send', { as: 'bob', to: 'team', text: 'a secret' })
    const about = { chat_id: group.id }
    const reply = { ...about, text: 'what?', reply_to_message_id: message_id }
    const knows = async (person: { id: number }) =>
      (await bot.call('getChatMember', { ...about, user_id: person.id })).status === 200
    return { s, bob, carol, group, bot, message_id, about, reply, knows }
  }

  it('GAP-141 stays so where the bot replies to it, and its author unknown', async () => {
    const { bob, bot, group, reply, message_id, knows } = await sealed()
    const from = { ...userOf(bot), username: 'closed_bot' }
    expect(await bot.call('sendMessage', reply)).toEqual(
      granted({ message_id: message_id + 1, from, chat: chatOf(group), date: NOON, text: 'what?' }),
    )
    expect(await knows(bob)).toBe(false)
  })

  it('GAP-141 stays so in the result of an edit, in a pressed button and in a reply of a person', async () => {
    const { s, bob, bot, about, reply, message_id, knows } = await sealed()
    const mine = await bot.ok('sendMessage', { ...reply, reply_markup: yes })
    const edit = { ...about, message_id: mine.message_id }
    expect(await bot.ok('editMessageText', { ...edit, text: 'what now?', reply_markup: yes })).not.toHaveProperty(
      'reply_to_message',
    )
    expect(await bot.ok('editMessageReplyMarkup', edit)).not.toHaveProperty('reply_to_message')
    await bot.ok('editMessageReplyMarkup', { ...edit, reply_markup: yes })
    await s.act('press', { as: 'carol', chat: 'team', button: 'Yes' })
    await s.act('send', { as: 'carol', to: 'team', text: '/show', reply_to: message_id })
    await s.act('pin', { as: 'alice', chat: 'team', message_id })
    const [pressed, shown, ...more] = await bot.drain()
    expect(more).toEqual([])
    expect(pressed.callback_query.message.text).toBe('what now?')
    expect(pressed.callback_query.message).not.toHaveProperty('reply_to_message')
    expect(shown.message.text).toBe('/show')
    expect(shown.message).not.toHaveProperty('reply_to_message')
    expect(await bot.ok('getChat', about)).not.toHaveProperty('pinned_message')
    expect(await knows(bob)).toBe(false)
  })

  it('GAP-141 is no command, no reply to the bot, and nothing where the flag is set', async () => {
    const { s, bot, about, reply, message_id } = await sealed()
    const command = await s.act('send', { as: 'bob', to: 'team', text: '/help' })
    const toCommand = await bot.ok('sendMessage', { ...reply, reply_to_message_id: command.message_id })
    expect(toCommand.reply_to_message.text).toBe('/help')
    const answer = await s.act('send', { as: 'bob', to: 'team', text: 'this', reply_to: toCommand.message_id })
    const toAnswer = await bot.ok('sendMessage', { ...reply, reply_to_message_id: answer.message_id })
    expect(toAnswer.reply_to_message.text).toBe('this')
    const own = await bot.ok('sendMessage', { ...about, text: 'and', reply_to_message_id: toAnswer.message_id })
    expect(own.reply_to_message.text).toBe('what?')
    await s.act('updateBot', { bot: bot.handle, can_read_all_group_messages: true })
    const open = await bot.ok('sendMessage', { ...reply, reply_to_message_id: message_id })
    expect(open.reply_to_message.text).toBe('a secret')
  })

  it('GAP-142 are the edits of messages from before the bot joined', async () => {
    const { s, bot } = await team(null)
    const { message_id } = await s.act('send', { as: 'bob', to: 'team', text: 'before' })
    const other = await s.bot()
    await s.act('add', { as: 'alice', chat: 'team', who: other.handle })
    await bot.drain()
    await other.drain()
    await s.act('edit', { as: 'bob', chat: 'team', message_id, text: '/before' })
    expect(typesOf(await bot.drain())).toEqual(['edited_message'])
    expect(await other.drain()).toEqual([])
    const after = await s.act('send', { as: 'bob', to: 'team', text: 'after' })
    await s.act('edit', { as: 'bob', chat: 'team', message_id: after.message_id, text: 'afterwards' })
    expect(typesOf(await other.drain())).toEqual(['message', 'edited_message'])
    await s.act('ban', { as: 'alice', chat: 'team', who: other.handle })
    await s.act('unban', { as: 'alice', chat: 'team', who: other.handle })
    await s.act('add', { as: 'alice', chat: 'team', who: other.handle })
    await other.drain()
    await s.act('edit', { as: 'bob', chat: 'team', message_id: after.message_id, text: 'much later' })
    expect(await other.drain()).toEqual([])
  })
})

describe('callback_query', () => {
  const reply_markup = {
    inline_keyboard: [
      [
        { text: 'Yes', callback_data: 'y' },
        { text: 'No', callback_data: '' },
      ],
    ],
  }

  it('EVT-03 GAP-99 GAP-101 brings a pressed button with the message it hangs on', async () => {
    const { s, alice, bot } = await team()
    await s.act('start', { as: 'alice', bot: bot.handle })
    const message = await bot.ok('sendMessage', { chat_id: alice.id, text: 'sure?', reply_markup })
    await bot.drain()
    const { callback_query_id } = await s.act('press', { as: 'alice', chat: bot.handle, button: 'Yes' })
    const [{ callback_query }] = await bot.drain()
    expect(callback_query_id).toEqual(expect.any(String))
    expect(callback_query).toEqual({
      id: callback_query_id,
      from: userOf(alice),
      message,
      chat_instance: expect.any(String),
      data: 'y',
    })
  })

  it('GAP-101 tells chats apart by chat_instance, presses by id, and keeps empty data', async () => {
    const { s, alice, bot, group } = await team()
    await s.act('start', { as: 'alice', bot: bot.handle })
    await bot.ok('sendMessage', { chat_id: alice.id, text: 'sure?', reply_markup })
    await bot.ok('sendMessage', { chat_id: group.id, text: 'sure?', reply_markup })
    await bot.drain()
    const press = (as: string, chat: string) => s.act('press', { as, chat, button: 'No' })
    await press('alice', bot.handle)
    await press('alice', bot.handle)
    await press('bob', 'team')
    const queries = (await bot.drain()).map((update) => update.callback_query)
    const [first, second, third] = queries
    expect(new Set(queries.map(({ id }) => id)).size).toBe(3)
    expect(queries.map(({ data }) => data)).toEqual(['', '', ''])
    expect(second.chat_instance).toBe(first.chat_instance)
    expect(third.chat_instance).not.toBe(first.chat_instance)
  })

  it('GAP-99 brings it to the bot whose message it is and to no other', async () => {
    const { s, bot, group } = await team()
    const other = await s.bot()
    await s.act('add', { as: 'alice', chat: 'team', who: other.handle })
    await bot.ok('sendMessage', { chat_id: group.id, text: 'sure?', reply_markup })
    await other.drain()
    await bot.drain()
    await s.act('press', { as: 'bob', chat: 'team', button: 'Yes' })
    expect(typesOf(await bot.drain())).toEqual(['callback_query'])
    expect(await other.drain()).toEqual([])
  })

  it('GAP-99 brings nothing to a bot that has left the group', async () => {
    const { s, bot, group } = await team()
    await bot.ok('sendMessage', { chat_id: group.id, text: 'sure?', reply_markup })
    await s.act('ban', { as: 'alice', chat: 'team', who: bot.handle })
    await bot.drain()
    await s.tryAct('press', { as: 'bob', chat: 'team', button: 'Yes' })
    expect(await bot.drain()).toEqual([])
  })
})

describe('my_chat_member', () => {
  it('EVT-04 GAP-99 GAP-102 brings every change of the own standing in a group', async () => {
    const { s, alice } = await team()
    const bot = await s.bot()
    const other = await s.act('createGroup', { title: 'Other', owner: 'alice' })
    const does = (action: string, params = {}) =>
      s.act(action, { as: 'alice', chat: 'other', who: bot.handle, ...params })
    await does('add')
    await does('promote', { rights: { can_pin_messages: true }, custom_title: 'Helper' })
    await does('demote')
    await does('mute', { until_date: NOON + 60 })
    await does('unmute')
    await does('ban')
    await does('unban')
    const base = { chat: chatOf(other), from: userOf(alice), date: NOON }
    const admin = administrator(bot, {
      can_pin_messages: true,
      can_read_all_group_messages: true,
      custom_title: 'Helper',
    })
    const changes = (await bot.drain()).flatMap(({ my_chat_member }) => my_chat_member ?? [])
    expect(changes).toEqual([
      { ...base, old_chat_member: member(bot, 'left'), new_chat_member: member(bot) },
      { ...base, old_chat_member: member(bot), new_chat_member: admin },
      { ...base, old_chat_member: admin, new_chat_member: member(bot) },
      { ...base, old_chat_member: member(bot), new_chat_member: restricted(bot, NOON + 60) },
      { ...base, old_chat_member: restricted(bot, NOON + 60), new_chat_member: member(bot) },
      { ...base, old_chat_member: member(bot), new_chat_member: member(bot, 'kicked') },
      { ...base, old_chat_member: member(bot, 'kicked'), new_chat_member: member(bot, 'left') },
    ])
  })

  it('GAP-99 GAP-102 brings coming to a channel and going from it', async () => {
    const { s, alice, channel } = await news()
    const bot = await s.bot()
    await s.act('promote', { as: 'alice', chat: 'news', who: bot.handle, rights: { can_post_messages: true } })
    await s.act('demote', { as: 'alice', chat: 'news', who: bot.handle })
    const base = { chat: chatOf(channel), from: userOf(alice), date: NOON }
    const admin = administrator(bot, { can_post_messages: true, can_read_all_group_messages: true })
    expect(await bot.drain()).toEqual([
      { update_id: 1, my_chat_member: { ...base, old_chat_member: member(bot, 'left'), new_chat_member: admin } },
      { update_id: 2, my_chat_member: { ...base, old_chat_member: admin, new_chat_member: member(bot, 'left') } },
    ])
  })

  it('GAP-99 GAP-102 brings a block and its end', async () => {
    const { s, alice, bot } = await team()
    await s.act('start', { as: 'alice', bot: bot.handle })
    await bot.drain()
    await s.act('block', { as: 'alice', bot: bot.handle })
    await s.act('block', { as: 'alice', bot: bot.handle })
    await s.act('unblock', { as: 'alice', bot: bot.handle })
    const base = { chat: privateChatOf(alice), from: userOf(alice), date: NOON }
    const changes = (await bot.drain()).map(({ my_chat_member }) => my_chat_member)
    expect(changes).toEqual([
      { ...base, old_chat_member: member(bot), new_chat_member: member(bot, 'kicked') },
      { ...base, old_chat_member: member(bot, 'kicked'), new_chat_member: member(bot) },
    ])
  })

  it('GAP-99 GAP-104 brings the end of a block before the /start that ends it', async () => {
    const { s, bot } = await team()
    await s.act('start', { as: 'alice', bot: bot.handle })
    await s.act('block', { as: 'alice', bot: bot.handle })
    await bot.drain()
    await s.act('start', { as: 'alice', bot: bot.handle })
    expect(typesOf(await bot.drain())).toEqual(['my_chat_member', 'message'])
  })
})

describe('chat_member', () => {
  it("EVT-05 GAP-99 GAP-102 brings every change of another's standing", async () => {
    const { s, alice, bob, bot, group } = await team()
    await listen(bot, ['chat_member'])
    const does = (action: string, params = {}) => s.act(action, { as: 'alice', chat: 'team', who: 'bob', ...params })
    await s.act('leave', { as: 'bob', chat: 'team' })
    await s.act('join', { as: 'bob', chat: 'team' })
    await does('mute', { until_date: NOON + 60 })
    await does('unmute')
    await does('promote', { rights: { can_delete_messages: true }, custom_title: 'Helper' })
    await does('demote')
    await does('ban')
    await does('unban')
    await does('add')
    const byAlice = { chat: chatOf(group), from: userOf(alice), date: NOON }
    const byBob = { ...byAlice, from: userOf(bob) }
    const admin = administrator(bob, { can_delete_messages: true, custom_title: 'Helper' })
    const updates = await bot.drain()
    expect(typesOf(updates)).toEqual(Array(9).fill('chat_member'))
    expect(updates.map(({ chat_member }) => chat_member)).toEqual([
      { ...byBob, old_chat_member: member(bob), new_chat_member: member(bob, 'left') },
      { ...byBob, old_chat_member: member(bob, 'left'), new_chat_member: member(bob) },
      { ...byAlice, old_chat_member: member(bob), new_chat_member: restricted(bob, NOON + 60) },
      { ...byAlice, old_chat_member: restricted(bob, NOON + 60), new_chat_member: member(bob) },
      { ...byAlice, old_chat_member: member(bob), new_chat_member: admin },
      { ...byAlice, old_chat_member: admin, new_chat_member: member(bob) },
      { ...byAlice, old_chat_member: member(bob), new_chat_member: member(bob, 'kicked') },
      { ...byAlice, old_chat_member: member(bob, 'kicked'), new_chat_member: member(bob, 'left') },
      { ...byAlice, old_chat_member: member(bob, 'left'), new_chat_member: member(bob) },
    ])
  })

  it('GAP-99 brings nothing where nothing changes', async () => {
    const { s, bot } = await team()
    await listen(bot, ['chat_member'])
    const does = (action: string, params = {}) => s.act(action, { as: 'alice', chat: 'team', who: 'bob', ...params })
    const once = async (action: string, params = {}) => {
      await does(action, params)
      await does(action, params)
      return typesOf(await bot.drain())
    }
    expect(await once('mute')).toEqual(['chat_member'])
    expect(await once('mute', { until_date: NOON + 60 })).toEqual(['chat_member'])
    expect(await once('unmute')).toEqual(['chat_member'])
    expect(await once('promote', { rights: { can_pin_messages: true } })).toEqual(['chat_member'])
    expect(await once('ban')).toEqual(['chat_member'])
    expect(await once('unban')).toEqual(['chat_member'])
  })

  it('GAP-99 GAP-102 brings what the bots of the group do, that bot included', async () => {
    const { s, bob, bot, group } = await team()
    const other = await s.bot()
    await s.act('promote', { as: 'alice', chat: 'team', who: other.handle })
    await listen(bot, ['chat_member'])
    await listen(other, ['chat_member'])
    await bot.ok('restrictChatMember', { chat_id: group.id, user_id: bob.id, permissions: {} })
    const change = {
      chat: chatOf(group),
      from: userOf(bot),
      date: NOON,
      old_chat_member: member(bob),
      new_chat_member: restricted(bob),
    }
    for (const one of [bot, other]) expect((await one.drain()).map((update) => update.chat_member)).toEqual([change])
  })

  it("GAP-99 brings another bot's standing, and the change of an owner", async () => {
    const { s, alice, bob, bot, group } = await team()
    await listen(bot, ['chat_member'])
    const other = await s.bot()
    await s.act('add', { as: 'alice', chat: 'team', who: other.handle })
    await s.act('updateChat', { chat: 'team', owner: 'bob' })
    const base = { chat: chatOf(group), from: userOf(alice), date: NOON }
    expect((await bot.drain()).map((update) => update.chat_member)).toEqual([
      { ...base, old_chat_member: member(other, 'left'), new_chat_member: member(other) },
      { ...base, old_chat_member: creator(alice), new_chat_member: member(alice) },
      { ...base, old_chat_member: member(bob), new_chat_member: creator(bob) },
    ])
  })

  it('GAP-103 brings it to administrators only, even when the list names it', async () => {
    const { s, bot } = await team(null)
    await listen(bot, ['chat_member'])
    await s.act('mute', { as: 'alice', chat: 'team', who: 'bob' })
    expect(await bot.drain()).toEqual([])
    await s.act('promote', { as: 'alice', chat: 'team', who: bot.handle })
    await s.act('unmute', { as: 'alice', chat: 'team', who: 'bob' })
    expect(typesOf(await bot.drain())).toEqual(['chat_member'])
    await s.act('demote', { as: 'alice', chat: 'team', who: bot.handle })
    await s.act('mute', { as: 'alice', chat: 'team', who: 'bob' })
    expect(await bot.drain()).toEqual([])
  })

  it('GAP-110 EVT-05 brings nothing where a mute that is over is lifted', async () => {
    const { s, bob, bot, group } = await team()
    const restrict = (params: object) =>
      bot.ok('restrictChatMember', { chat_id: group.id, user_id: bob.id, permissions: {}, ...params })
    await restrict({ until_date: NOON + 60 })
    await s.act('advanceClock', { seconds: 60 })
    await listen(bot, ['chat_member'])
    await restrict({ permissions: { can_send_messages: true } })
    expect(await bot.drain()).toEqual([])
  })

  it('EVT-09 brings nothing of who subscribes to a channel, and all of who runs it', async () => {
    const { s, bot } = await news()
    await listen(bot, ['chat_member'])
    await s.user('Dave')
    await s.act('join', { as: 'dave', chat: 'news' })
    await s.act('leave', { as: 'bob', chat: 'news' })
    expect(await bot.drain()).toEqual([])
    await s.act('promote', { as: 'alice', chat: 'news', who: 'carol', rights: { can_post_messages: true } })
    const [{ chat_member }] = await bot.drain()
    expect(chat_member.new_chat_member.status).toBe('administrator')
  })

  it('GAP-140 is the same in a channel whether or not somebody subscribes', async () => {
    const { s, alice, bob, carol, bot, channel } = await news()
    await s.act('leave', { as: 'carol', chat: 'news' })
    await listen(bot, ['chat_member'])
    const rights = { can_edit_messages: true }
    const base = { chat: chatOf(channel), date: NOON }
    for (const one of [bob, carol]) {
      const does = (action: string, params = {}) =>
        s.act(action, { as: 'alice', chat: 'news', who: one.handle, ...params })
      const himself = (action: string) => s.act(action, { as: one.handle, chat: 'news' })
      await does('promote', { rights })
      await himself('join')
      await does('demote')
      await does('promote', { rights })
      await does('ban')
      await does('unban')
      await himself('join')
      await does('promote', { rights })
      await himself('leave')
      const byAlice = { ...base, from: userOf(alice) }
      const [away, banned] = [member(one, 'left'), member(one, 'kicked')]
      const admin = administrator(one, rights)
      expect((await bot.drain()).map(({ chat_member }) => chat_member)).toEqual([
        { ...byAlice, old_chat_member: away, new_chat_member: admin },
        { ...byAlice, old_chat_member: admin, new_chat_member: away },
        { ...byAlice, old_chat_member: away, new_chat_member: admin },
        { ...byAlice, old_chat_member: admin, new_chat_member: banned },
        { ...byAlice, old_chat_member: away, new_chat_member: admin },
        { ...base, from: userOf(one), old_chat_member: admin, new_chat_member: away },
      ])
    }
  })

  it('GAP-140 says no more of the owner of a channel', async () => {
    const { s, alice, bob, bot, channel } = await news()
    await listen(bot, ['chat_member'])
    await s.act('updateChat', { chat: 'news', owner: 'bob' })
    const base = { chat: chatOf(channel), from: userOf(alice), date: NOON }
    expect((await bot.drain()).map(({ chat_member }) => chat_member)).toEqual([
      { ...base, old_chat_member: creator(alice), new_chat_member: member(alice, 'left') },
      { ...base, old_chat_member: member(bob, 'left'), new_chat_member: creator(bob) },
    ])
  })
})

it('EVT-08 GAP-99 brings nothing at all of what befalls another bot alone', async () => {
  const s = await service()
  await s.user('Alice')
  const [bot, other] = [await s.bot(), await s.bot()]
  await s.act('start', { as: 'alice', bot: other.handle })
  await s.act('block', { as: 'alice', bot: other.handle })
  expect(await bot.drain()).toEqual([])
  expect(typesOf(await other.drain())).toEqual(['message', 'my_chat_member'])
})
