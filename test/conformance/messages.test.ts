// Message: the fields of text and membership messages, in results and in updates.

import { describe, expect, it } from 'vitest'
import { media } from '../helpers/files.ts'
import { type Bot, granted, NOON, refused } from '../helpers/service.ts'
import { ALICE, BOB, CAROL, DAVE, GREETER, KEYBOARD, NEWS, stage, TEAM, WITH_ALICE } from '../helpers/stage.ts'
import { invalid } from './invalid.ts'

const send = (bot: Bot, chat_id: number, more: Record<string, unknown> = {}) =>
  bot.call('sendMessage', { chat_id, text: 'hello', ...more })

const newest = async (bot: Bot) => (await bot.ok('getUpdates', { offset: -1 }))[0]

describe('a text message', () => {
  const CAROLS = { id: CAROL.id, type: 'private', first_name: 'Carol' }
  const common = { date: NOON, text: 'hello' }

  it.each([
    { of: 'MSG-03 in a private chat', to: ALICE.id, message: { message_id: 4, from: GREETER, chat: WITH_ALICE } },
    { of: 'MSG-03 in a group', to: TEAM.id, message: { message_id: 3, from: GREETER, chat: TEAM } },
    { of: 'MSG-04 MSG-05 in a channel', to: NEWS.id, message: { message_id: 3, sender_chat: NEWS, chat: NEWS } },
  ])('MSG-01 MSG-06 MSG-07 MSG-08 MSG-10 MSG-13 of the bot: $of', async ({ to, message }) => {
    const { bot } = await stage()
    expect(await send(bot, to)).toEqual(granted({ ...message, ...common }))
  })

  it.each([
    {
      of: 'MSG-03 in a private chat',
      as: 'carol',
      to: 'greeter',
      message: { message_id: 2, from: CAROL, chat: CAROLS },
    },
    { of: 'MSG-03 in a group', as: 'bob', to: TEAM.id, message: { message_id: 3, from: BOB, chat: TEAM } },
    {
      of: 'MSG-04 MSG-05 in a channel',
      as: 'alice',
      to: NEWS.id,
      post: { message_id: 3, sender_chat: NEWS, chat: NEWS },
    },
  ])('MSG-06 MSG-08 MSG-10 of a person: $of', async ({ as, to, message, post }) => {
    const { s, bot } = await stage()
    await s.act('send', { as, to, text: 'hello' })
    const update = await newest(bot)
    expect(update.message ?? update.channel_post).toEqual({ ...(message ?? post), ...common })
    expect('channel_post' in update).toBe(post !== undefined)
  })

  it('MSG-03 MSG-06 of a person in a comments chat', async () => {
    const { s, bot, comments } = await stage()
    await s.act('send', { as: 'alice', to: comments, text: 'hello' })
    const chat = { id: comments, type: 'supergroup', title: 'News — comments' }
    expect((await newest(bot)).message).toEqual({ message_id: 1, from: ALICE, chat, ...common })
  })
})

describe('dates', () => {
  it('MSG-07 are whole seconds of the moment of sending', async () => {
    const { s, bot } = await stage()
    await s.act('setClock', { at: NOON + 0.999 })
    expect((await send(bot, ALICE.id)).body.result.date).toBe(NOON)
    await s.act('setClock', { at: NOON + 1 })
    expect((await send(bot, ALICE.id)).body.result.date).toBe(NOON + 1)
    await s.act('setClock', { at: NOON + 90 })
    await s.act('send', { as: 'alice', to: 'greeter', text: 'hello' })
    expect((await newest(bot)).message.date).toBe(NOON + 90)
  })

  it('MSG-08 MSG-09 tell of the last edit, and stay what they were', async () => {
    const { s, bot } = await stage()
    await s.act('advanceClock', { seconds: 60.5 })
    const edit = { chat_id: ALICE.id, message_id: 2, text: 'edited' }
    const edited = { message_id: 2, from: GREETER, chat: WITH_ALICE, date: NOON, edit_date: NOON + 60, text: 'edited' }
    expect(await bot.call('editMessageText', edit)).toEqual(granted(edited))
    await s.act('advanceClock', { seconds: 60 })
    const keyboard = { chat_id: ALICE.id, message_id: 2, reply_markup: KEYBOARD }
    const again = { ...edited, edit_date: NOON + 120, reply_markup: KEYBOARD }
    expect(await bot.call('editMessageReplyMarkup', keyboard)).toEqual(granted(again))
  })

  it('MSG-09 tell of the edit of a person, and of a post', async () => {
    const { s, bot } = await stage()
    await s.act('advanceClock', { seconds: 5 })
    await s.act('edit', { as: 'alice', chat: 'greeter', message_id: 3, text: 'edited' })
    const message = { message_id: 3, from: ALICE, chat: WITH_ALICE, date: NOON, edit_date: NOON + 5, text: 'edited' }
    expect((await newest(bot)).edited_message).toEqual(message)
    await s.act('edit', { as: 'alice', chat: NEWS.id, message_id: 1, text: 'broken' })
    const post = { message_id: 1, sender_chat: NEWS, chat: NEWS, date: NOON, edit_date: NOON + 5, text: 'broken' }
    expect((await newest(bot)).edited_channel_post).toEqual(post)
  })
})

describe('message_id', () => {
  it('MSG-01 MSG-02 GAP-33 counts from 1 in each chat, whoever writes', async () => {
    const { s, bot } = await stage()
    await s.act('createGroup', { id: -600, title: 'Guild', owner: 'alice', members: ['greeter', 'bob'] })
    await s.act('createGroup', { id: -601, title: 'Crew', owner: 'alice', members: ['greeter', 'bob'] })
    const ids: Record<string, number[]> = { '-600': [], '-601': [] }
    for (const chat of [-600, -601, -600, -600, -601]) {
      ids[chat]!.push((await send(bot, chat)).body.result.message_id)
      ids[chat]!.push((await s.act('send', { as: 'bob', to: chat, text: 'hi' })).message_id)
    }
    expect(ids).toEqual({ '-600': [1, 2, 3, 4, 5, 6], '-601': [1, 2, 3, 4] })
  })

  it('MSG-02 GAP-33 is not used again after a deletion', async () => {
    const { s, bot } = await stage()
    await s.act('delete', { as: 'alice', chat: TEAM.id, message_id: 2 })
    expect((await send(bot, TEAM.id)).body.result.message_id).toBe(3)
  })

  it('GAP-33 counts a private chat for each bot', async () => {
    const { s, bot } = await stage()
    const other = await s.bot({ first_name: 'Other' })
    await s.act('start', { as: 'alice', bot: other.handle })
    expect((await send(other, ALICE.id)).body.result.message_id).toBe(2)
    expect((await send(bot, ALICE.id)).body.result.message_id).toBe(4)
  })

  it.each(['editMessageText', 'editMessageReplyMarkup', 'pinChatMessage'])(
    'GAP-29 of %s has to be an integer',
    async (method) => {
      const { bot } = await stage()
      const params = { chat_id: TEAM.id, text: 'edited' }
      expect(await bot.call(method, params)).toEqual(invalid('message_id'))
      for (const message_id of ['two', '', 2.5, '2.5', true, [2], { id: 2 }]) {
        expect(await bot.call(method, { ...params, message_id }), String(message_id)).toEqual(invalid('message_id'))
      }
    },
  )
})

describe('reply_markup', () => {
  it.each([ALICE.id, TEAM.id])('MSG-12 is the inline keyboard that was attached in %i', async (chat_id) => {
    const { bot } = await stage()
    const reply_markup = {
      inline_keyboard: [
        [
          { text: 'Yes', callback_data: 'y' },
          { text: 'No', callback_data: 'n' },
        ],
        [{ text: 'Read', url: 'https://example.org/' }],
      ],
    }
    expect((await send(bot, chat_id, { reply_markup })).body.result.reply_markup).toEqual(reply_markup)
  })

  it('MSG-12 stands in the message of a callback_query', async () => {
    const { s, bot } = await stage()
    await s.act('press', { as: 'alice', chat: 'greeter', button: 'Yes' })
    const message = {
      message_id: 2,
      from: GREETER,
      chat: WITH_ALICE,
      date: NOON,
      text: 'sure?',
      reply_markup: KEYBOARD,
    }
    expect((await newest(bot)).callback_query.message).toEqual(message)
  })

  it.each([{ keyboard: [['Yes']] }, { remove_keyboard: true }, { inline_keyboard: [] }, {}])(
    'MSG-13 is absent after %j',
    async (reply_markup) => {
      const { bot } = await stage()
      const message = { message_id: 4, from: GREETER, chat: WITH_ALICE, date: NOON, text: 'hello' }
      expect(await send(bot, ALICE.id, { reply_markup })).toEqual(granted(message))
    },
  )

  it('MSG-13 is absent once the keyboard is gone', async () => {
    const { bot } = await stage()
    const message = { message_id: 2, from: GREETER, chat: WITH_ALICE, date: NOON, edit_date: NOON, text: 'sure?' }
    expect(await bot.call('editMessageReplyMarkup', { chat_id: ALICE.id, message_id: 2 })).toEqual(granted(message))
  })
})

describe('joining and leaving', () => {
  const membership = async (act: string, params: Record<string, unknown>) => {
    const { s, bot } = await stage()
    await bot.ok('getUpdates', { allowed_updates: ['message'], offset: 9 })
    await s.act(act, { chat: TEAM.id, ...params })
    return (await bot.drain()).map(({ message }) => message)
  }
  const about = { message_id: 3, chat: TEAM, date: NOON }

  it.each([
    ['joins', 'join', { as: 'dave' }, { from: DAVE, new_chat_members: [DAVE] }],
    ['is added', 'add', { as: 'carol', who: 'dave' }, { from: CAROL, new_chat_members: [DAVE] }],
    ['leaves', 'leave', { as: 'carol' }, { from: CAROL, left_chat_member: CAROL }],
    ['is banned', 'ban', { as: 'alice', who: 'carol' }, { from: ALICE, left_chat_member: CAROL }],
  ])('GAP-30 a person who %s is named, and the message is of who did it', async (_, act, params, message) => {
    expect(await membership(act, params)).toEqual([{ ...about, ...message }])
  })

  it('GAP-30 the bot itself is named when it is added', async () => {
    const { s, bot } = await stage()
    await s.act('createGroup', { id: -600, title: 'Guild', owner: 'alice' })
    await bot.ok('getUpdates', { allowed_updates: ['message'], offset: 9 })
    await s.act('add', { as: 'alice', chat: -600, who: 'greeter' })
    const chat = { id: -600, type: 'group', title: 'Guild' }
    const message = { message_id: 1, from: ALICE, chat, date: NOON, new_chat_members: [GREETER] }
    expect((await bot.drain()).map((update) => update.message)).toEqual([message])
  })
})

describe('text and caption', () => {
  const edited = { text: 'other words' }

  it('MSG-21 a file message has no text, sent or edited, in results and in updates', async () => {
    const { s, bot } = await stage()
    await bot.drain()
    for (const chat_id of [TEAM.id, NEWS.id]) {
      const sent = await bot.ok('sendDocument', {
        chat_id,
        document: media('page.pdf'),
        caption: 'words',
        text: 'none',
      })
      expect([sent.caption, 'text' in sent]).toEqual(['words', false])
      const after = await bot.ok('editMessageText', { chat_id, message_id: sent.message_id, ...edited })
      expect([after.caption, 'text' in after]).toEqual(['other words', false])
    }
    const file = { name: 'a.txt', base64: 'AAAA' }
    await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file, caption: '/start' })
    const [{ message }] = await bot.drain()
    expect([message.caption, 'text' in message, 'entities' in message]).toEqual(['/start', false, false])
  })

  it('MSG-21 a text message has no caption, sent or edited', async () => {
    const { bot } = await stage()
    for (const chat_id of [ALICE.id, TEAM.id, NEWS.id]) {
      const sent = await bot.ok('sendMessage', { chat_id, text: 'words', caption: 'none' })
      expect([sent.text, 'caption' in sent]).toEqual(['words', false])
      const given = { chat_id, message_id: sent.message_id, ...edited, caption: 'none' }
      const after = await bot.ok('editMessageText', given)
      expect([after.text, 'caption' in after]).toEqual(['other words', false])
    }
  })
})

describe('replies', () => {
  const target = { message_id: 1, from: CAROL, chat: TEAM, date: NOON, text: 'hi' }

  it('GAP-31 of the bot carry the message replied to', async () => {
    const { bot } = await stage()
    const reply = { message_id: 3, from: GREETER, chat: TEAM, date: NOON, text: 'hello', reply_to_message: target }
    expect(await send(bot, TEAM.id, { reply_to_message_id: 1 })).toEqual(granted(reply))
  })

  it('GAP-31 of people carry it too, without what it replied to itself', async () => {
    const { s, bot } = await stage()
    await s.act('send', { as: 'bob', to: TEAM.id, text: 'one', reply_to: 1 })
    const one = { message_id: 3, from: BOB, chat: TEAM, date: NOON, text: 'one', reply_to_message: target }
    expect((await newest(bot)).message).toEqual(one)
    await s.act('send', { as: 'carol', to: TEAM.id, text: 'two', reply_to: 3 })
    const { reply_to_message, ...bare } = one
    const two = { message_id: 4, from: CAROL, chat: TEAM, date: NOON, text: 'two', reply_to_message: bare }
    expect((await newest(bot)).message).toEqual(two)
  })
})

describe('replies to what a bot cannot read', () => {
  async function withAnotherBot() {
    const { s, bot } = await stage()
    const other = await s.bot({ first_name: 'Clerk', handle: 'clerk', owner: 'alice' })
    await s.act('add', { as: 'alice', chat: TEAM.id, who: 'clerk' })
    const { message_id } = await other.ok('sendMessage', { chat_id: TEAM.id, text: 'sealed' })
    return { s, bot, other, message_id }
  }

  it('SEND-31 GAP-31 say nothing of another bot’s message', async () => {
    const { s, bot, other, message_id } = await withAnotherBot()
    await s.act('send', { as: 'bob', to: TEAM.id, text: 'well', reply_to: message_id })
    const well = { message_id: message_id + 1, from: BOB, chat: TEAM, date: NOON, text: 'well' }
    expect((await newest(bot)).message).toEqual(well)
    const [mine] = await other.ok('getUpdates', { offset: -1 })
    expect(mine.message.reply_to_message).toMatchObject({ message_id, text: 'sealed' })
    const answer = { message_id: message_id + 2, from: GREETER, chat: TEAM, date: NOON, text: 'hello' }
    expect(await send(bot, TEAM.id, { reply_to_message_id: message_id })).toEqual(granted(answer))
  })

  it('SEND-08 GAP-31 say nothing of a message from before it joined', async () => {
    const { s, other } = await withAnotherBot()
    const { message_id } = await s.act('send', { as: 'bob', to: TEAM.id, text: 'look', reply_to: 1 })
    const look = { message_id, from: BOB, chat: TEAM, date: NOON, text: 'look' }
    expect((await other.ok('getUpdates', { offset: -1 }))[0].message).toEqual(look)
  })
})

describe('entities', () => {
  const written = async (text: string, service: Record<string, unknown> = {}) => {
    const { s, bot } = await stage()
    await s.act('updateService', service)
    await s.act('send', { as: 'alice', to: 'greeter', text })
    return (await newest(bot)).message.entities
  }
  const command = (offset: number, length: number) => ({ type: 'bot_command', offset, length })

  it.each([
    ['/start', [command(0, 6)]],
    ['/start now', [command(0, 6)]],
    ['/help@greeter_bot', [command(0, 17)]],
    ['try /one and /two_2', [command(4, 4), command(13, 6)]],
    ['🙂 /go', [command(3, 3)]],
  ])('GAP-32 mark the commands of people: %s', async (text, entities) => {
    expect(await written(text)).toEqual(entities)
  })

  it.each(['no command', '1/2', 'https://example.org/path', '/', '@greeter_bot #tag'])(
    'GAP-32 are absent without a command: %s',
    async (text) => {
      expect(await written(text)).toBeUndefined()
    },
  )

  it('GAP-32 can be switched off', async () => {
    expect(await written('/start', { command_entities: false })).toBeUndefined()
    expect(await written('/start', { command_entities: true })).toEqual([command(0, 6)])
  })

  it('GAP-32 are not in what the bot writes', async () => {
    const { bot } = await stage()
    const message = { message_id: 4, from: GREETER, chat: WITH_ALICE, date: NOON, text: '/start' }
    expect(await send(bot, ALICE.id, { text: '/start' })).toEqual(granted(message))
  })

  it('GAP-32 a pin makes no message', async () => {
    const { s, bot } = await stage()
    await bot.drain()
    await s.act('pin', { as: 'alice', chat: TEAM.id, message_id: 2 })
    expect(await bot.drain()).toEqual([])
    expect((await send(bot, TEAM.id)).body.result.message_id).toBe(3)
  })
})

describe('text', () => {
  const texts = ['  both ends  ', '\nlines\n\n', '\ttab', 'nbsp\u00a0', '\u200binvisible']
  it.each(texts)('GAP-34 is kept as it was sent: %j', async (text) => {
    const { bot } = await stage()
    expect((await send(bot, ALICE.id, { text })).body.result.text).toBe(text)
    const edited = await bot.ok('editMessageText', { chat_id: ALICE.id, message_id: 2, text })
    expect(edited.text).toBe(text)
  })

  it.each(['sendMessage', 'editMessageText'])('GAP-35 left out of %s is empty', async (method) => {
    const { bot } = await stage()
    const empty = refused(400, 'Bad Request: text: message text is empty')
    expect(await bot.call(method, { chat_id: ALICE.id, message_id: 2 })).toEqual(empty)
    expect(await bot.call(method, { chat_id: ALICE.id, message_id: 2, text: '' })).toEqual(empty)
  })
})
