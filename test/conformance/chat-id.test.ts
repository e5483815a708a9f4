// Which chat a chat_id names, and the one answer when it names none.

import { describe, expect, it } from 'vitest'
import { type Answer, granted, NOON, refused } from '../helpers/service.ts'
import {
  ALICE,
  BOB,
  byHand,
  CAROL,
  DAVE,
  GREETER,
  NEWS,
  type Stage,
  stage,
  TEAM,
  WITH_ALICE,
} from '../helpers/stage.ts'
import { type Example, OF_SHARED_CHATS, WITH_CHAT } from './every-operation.ts'
import { invalid } from './invalid.ts'

const CHAT_NOT_FOUND = refused(400, 'Bad Request: chat not found')
/** The longest id that a JSON number holds exactly. */
const SIXTEEN_DIGITS = 9007199254740991

const send = ({ bot }: Stage, chat_id: unknown) => bot.call('sendMessage', { chat_id, text: 'hello' })
const sent = { message_id: 4, from: GREETER, chat: WITH_ALICE, date: NOON, text: 'hello' }

/** Every operation that takes a chat is asked for this one, and gets this answer. */
async function everywhere(staged: Stage, chat_id: unknown, answer: Answer, operations: readonly Example[] = WITH_CHAT) {
  for (const { name, params } of operations) {
    expect(await staged.bot.call(name, { ...params, chat_id }), `${name} ${chat_id}`).toEqual(answer)
  }
}

describe('forms', () => {
  it('CID-01 CID-08 an integer', async () => {
    expect(await send(await stage(), 201)).toEqual(granted(sent))
  })

  it('CID-02 CID-08 a string of digits', async () => {
    expect(await send(await stage(), '201')).toEqual(granted(sent))
  })

  it('CID-02 CID-05 a string with a minus', async () => {
    const staged = await stage()
    expect(await send(staged, '-500')).toEqual(granted({ ...sent, message_id: 3, chat: TEAM }))
    expect(await send(staged, -500)).toEqual(granted({ ...sent, message_id: 4, chat: TEAM }))
  })

  it.each(WITH_CHAT)('CID-03 GAP-26 $name requires it', async ({ name, params }) => {
    const { chat_id, ...rest } = params
    const { bot } = await stage()
    expect(await bot.call(name, rest)).toEqual(invalid('chat_id'))
    expect(await bot.call(name, rest, 'query')).toEqual(invalid('chat_id'))
    expect((await bot.call(name, params)).status).toBe(200)
  })

  it('CID-04 an integer has at most 16 digits', async () => {
    const staged = await stage()
    await staged.s.act('createUser', { id: SIXTEEN_DIGITS, handle: 'eve', first_name: 'Eve' })
    await staged.s.act('start', { as: 'eve', bot: 'greeter' })
    const chat = { id: SIXTEEN_DIGITS, type: 'private', first_name: 'Eve' }
    expect(await send(staged, SIXTEEN_DIGITS)).toEqual(granted({ ...sent, message_id: 2, chat }))
    expect(await send(staged, String(SIXTEEN_DIGITS))).toEqual(granted({ ...sent, message_id: 3, chat }))
    for (const tooLong of [
      `${SIXTEEN_DIGITS}0`,
      `0${SIXTEEN_DIGITS}`,
      12345678901234567n.toString(),
      '9'.repeat(400),
    ]) {
      expect(await send(staged, tooLong), tooLong).toEqual(CHAT_NOT_FOUND)
    }
  })

  it('CID-04 CID-05 a minus does not count as a digit', async () => {
    const staged = await stage()
    const { s } = staged
    await s.act('createGroup', { id: -SIXTEEN_DIGITS, title: 'Far', owner: 'alice', members: ['greeter'] })
    const chat = { id: -SIXTEEN_DIGITS, type: 'group', title: 'Far' }
    expect(await send(staged, -SIXTEEN_DIGITS)).toEqual(granted({ ...sent, message_id: 1, chat }))
    expect(await send(staged, `-${SIXTEEN_DIGITS}`)).toEqual(granted({ ...sent, message_id: 2, chat }))
    expect(await send(staged, `-${SIXTEEN_DIGITS}0`)).toEqual(CHAT_NOT_FOUND)
  })

  it.each([
    ['CID-06', '@team_chat', TEAM.id],
    ['CID-07', '@news_channel', NEWS.id],
    ['CID-06 GAP-27', '@TEAM_Chat', TEAM.id],
    ['CID-07 GAP-27', '@News_CHANNEL', NEWS.id],
  ])('%s %s', async (_, chat_id, id) => {
    const { bot } = await stage()
    expect((await bot.ok('getChat', { chat_id })).id).toBe(id)
    expect((await bot.ok('sendMessage', { chat_id, text: 'hello' })).chat.id).toBe(id)
  })

  it('CID-06 a username that was given away names the chat that has it now', async () => {
    const { s, bot } = await stage()
    await s.act('updateChat', { chat: TEAM.id, username: 'old_team' })
    expect(await bot.call('getChat', { chat_id: '@team_chat' })).toEqual(CHAT_NOT_FOUND)
    await s.act('updateChat', { chat: NEWS.id, username: 'team_chat' })
    expect((await bot.ok('getChat', { chat_id: '@team_chat' })).id).toBe(NEWS.id)
    expect((await bot.ok('getChat', { chat_id: '@old_team' })).id).toBe(TEAM.id)
  })
})

describe('chat not found', () => {
  it('CID-08 CID-09 before the start, and not after it', async () => {
    const staged = await stage()
    expect(await send(staged, DAVE.id)).toEqual(CHAT_NOT_FOUND)
    await staged.s.act('start', { as: 'dave', bot: 'greeter' })
    expect((await send(staged, DAVE.id)).status).toBe(200)
  })

  it('CID-09 for a member of a common group who never started the bot', async () => {
    expect(await send(await stage(), BOB.id)).toEqual(CHAT_NOT_FOUND)
  })

  it('CID-09 for one who started another bot', async () => {
    const { s } = await stage()
    const other = await s.bot({ first_name: 'Other' })
    expect(await other.call('sendMessage', { chat_id: ALICE.id, text: 'hello' })).toEqual(CHAT_NOT_FOUND)
  })

  it('CID-10 while the bot is blocked', async () => {
    const staged = await stage()
    await staged.s.act('block', { as: 'alice', bot: 'greeter' })
    expect(await send(staged, ALICE.id)).toEqual(CHAT_NOT_FOUND)
    await staged.s.act('unblock', { as: 'alice', bot: 'greeter' })
    expect((await send(staged, ALICE.id)).status).toBe(200)
  })

  it('CID-11 once the account is deleted', async () => {
    const staged = await stage()
    await staged.s.act('updateUser', { user: 'alice', deleted: true })
    expect(await send(staged, ALICE.id)).toEqual(CHAT_NOT_FOUND)
  })

  it.each([999, -999, -1009999999999, '@nobody'])('CID-12 for %s, which does not exist', async (chat_id) => {
    expect(await send(await stage(), chat_id)).toEqual(CHAT_NOT_FOUND)
  })

  it('CID-13 CID-15 in a group the bot is not in, has left, or is banned from', async () => {
    const staged = await stage()
    const { s } = staged
    await s.act('createGroup', { id: -600, title: 'Guild', username: 'guild_chat', owner: 'alice' })
    for (const chat_id of [-600, '@guild_chat']) expect(await send(staged, chat_id)).toEqual(CHAT_NOT_FOUND)
    await s.act('add', { as: 'alice', chat: -600, who: 'greeter' })
    for (const chat_id of [-600, '@guild_chat']) expect((await send(staged, chat_id)).status).toBe(200)
    await s.act('ban', { as: 'alice', chat: -600, who: 'greeter' })
    for (const chat_id of [-600, '@guild_chat']) expect(await send(staged, chat_id)).toEqual(CHAT_NOT_FOUND)
    await s.act('unban', { as: 'alice', chat: -600, who: 'greeter' })
    for (const chat_id of [-600, '@guild_chat']) expect(await send(staged, chat_id)).toEqual(CHAT_NOT_FOUND)
  })

  it('CID-14 CID-15 in a channel the bot is not in, or no longer', async () => {
    const staged = await stage()
    const { s } = staged
    await s.act('createChannel', { id: -700, title: 'Radio', username: 'radio_channel', owner: 'alice' })
    for (const chat_id of [-700, '@radio_channel']) expect(await send(staged, chat_id)).toEqual(CHAT_NOT_FOUND)
    const rights = { can_post_messages: true }
    await s.act('promote', { as: 'alice', chat: -700, who: 'greeter', rights })
    for (const chat_id of [-700, '@radio_channel']) expect((await send(staged, chat_id)).status).toBe(200)
    await s.act('demote', { as: 'alice', chat: -700, who: 'greeter' })
    for (const chat_id of [-700, '@radio_channel']) expect(await send(staged, chat_id)).toEqual(CHAT_NOT_FOUND)
  })

  it.each(['1e400', '-1e400', '1e20', '1e21'])('CID-16 for the number %s, beyond all ids', async (number) => {
    const { post } = await byHand()
    const body = `{"chat_id": ${number}, "text": "hello", "user_id": 201}`
    for (const method of ['sendMessage', 'getChat', 'getChatMember']) {
      expect(await post(`/${method}`, 'application/json', body), method).toEqual(CHAT_NOT_FOUND)
    }
  })

  const malformed: unknown[] = [
    'abc',
    '',
    '-',
    '@',
    '@@team_chat',
    'team_chat',
    '@team_chat ',
    '201a',
    '--500',
    '0x1f4',
  ]
  it.each([...malformed, '1e3', '201,5', '\u0662\u0660\u0661', true, [201], [], { id: 201 }, {}])(
    'CID-16 for the malformed %j, on every operation',
    async (chat_id) => {
      await everywhere(await stage(), chat_id, CHAT_NOT_FOUND)
    },
  )

  const nearly: unknown[] = [
    '+201',
    ' 201',
    '201 ',
    '0201',
    '201.0',
    201.5,
    '0',
    0,
    '-0',
    '-0500',
    '- 500',
    '−500',
    '201\n',
  ]
  it.each([...nearly, '@bob_stone', '@greeter_bot'])('GAP-27 for %j, on every operation', async (chat_id) => {
    await everywhere(await stage(), chat_id, CHAT_NOT_FOUND)
  })

  it('GAP-28 for bots, itself included', async () => {
    const staged = await stage()
    const other = await staged.s.bot({ first_name: 'Other' })
    for (const chat_id of [GREETER.id, other.id]) await everywhere(staged, chat_id, CHAT_NOT_FOUND)
  })

  it('CID-18 CID-21 is one and the same answer for all causes, on every operation', async () => {
    const staged = await stage()
    const { s } = staged
    await s.act('createGroup', { id: -600, title: 'Guild', username: 'guild_chat', owner: 'alice' })
    await s.act('createChannel', { id: -700, title: 'Radio', username: 'radio_channel', owner: 'alice' })
    await s.act('block', { as: 'carol', bot: 'greeter' })
    await s.act('updateUser', { user: 'alice', deleted: true })
    const causes = [BOB.id, CAROL.id, ALICE.id, 999, -600, '@guild_chat', -700, '@radio_channel', 'abc', '9'.repeat(17)]
    const answers = new Set<string>()
    for (const { name, params } of WITH_CHAT) {
      for (const chat_id of causes) {
        const response = await fetch(`${s.url}/bot${staged.bot.token}/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...params, chat_id }, (_, value) => (value instanceof Blob ? 'a file_id' : value)),
        })
        answers.add(`${response.status} ${await response.text()}`)
      }
    }
    expect([...answers]).toEqual(['400 {"ok":false,"error_code":400,"description":"Bad Request: chat not found"}'])
  })
})

describe('operations on groups and channels', () => {
  it('CID-17 CID-18 are these', () => {
    expect(OF_SHARED_CHATS.map(({ name }) => name)).toEqual([
      'getChatAdministrators',
      'getChatMemberCount',
      'getChatMember',
      'restrictChatMember',
      'unbanChatMember',
      'pinChatMessage',
      'unpinChatMessage',
    ])
  })

  it.each(OF_SHARED_CHATS)('CID-17 $name refuses a private chat that the bot may write to', async (operation) => {
    const staged = await stage()
    for (const chat_id of [ALICE.id, String(ALICE.id), CAROL.id]) {
      expect((await staged.bot.call('getChat', { chat_id })).status).toBe(200)
      await everywhere(staged, chat_id, CHAT_NOT_FOUND, [operation])
    }
  })

  it.each(OF_SHARED_CHATS)('CID-19 $name takes a negative id', async ({ name, params, result }) => {
    for (const chat_id of [TEAM.id, String(TEAM.id)]) {
      const { bot } = await stage()
      expect(await bot.call(name, { ...params, chat_id })).toEqual(granted(result))
    }
  })

  it.each(OF_SHARED_CHATS)('CID-20 $name takes a username', async ({ name, params, result }) => {
    const { bot } = await stage()
    expect(await bot.call(name, { ...params, chat_id: '@team_chat' })).toEqual(granted(result))
  })
})
