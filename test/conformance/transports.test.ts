// Where operations live, by which methods they are called, and the four ways in which parameters travel.

import { describe, expect, it } from 'vitest'
import { granted, NOON, type Transport } from '../helpers/service.ts'
import {
  ALICE,
  ALL_TRANSPORTS,
  AS_TEXT,
  byHand,
  CAROL,
  GREETER,
  KEYBOARD,
  sentToAlice,
  stage,
  TEAM,
  WITH_ALICE,
} from '../helpers/stage.ts'
import { EVERY_OPERATION, withoutFile } from './every-operation.ts'
import { invalid } from './invalid.ts'

describe('every operation', () => {
  it.each(EVERY_OPERATION.filter(withoutFile))(
    'TRN-01 TRN-02 TRN-03 $name answers alike to POST and GET, by every transport',
    async ({ name, params, result }) => {
      for (const via of ALL_TRANSPORTS) {
        const { bot } = await stage()
        expect(await bot.call(name, params, via), via).toEqual(granted(result))
      }
    },
  )
})

describe('file operations', () => {
  it.each(EVERY_OPERATION.filter((one) => !withoutFile(one)))(
    'TRN-01 TRN-02 TRN-08 GAP-05 $name takes its file by multipart, and the rest from there or from the query',
    async ({ name, params, result }) => {
      for (const via of ['multipart', 'post-query'] as const) {
        const { bot } = await stage()
        expect(await bot.call(name, params, via), via).toEqual(granted(result))
      }
    },
  )
})

describe('where parameters are read from', () => {
  const fields = 'chat_id=201&text=a+b%26c%F0%9F%99%82'
  const text = 'a b&c🙂'

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'TRN-06 a body of %s',
    async (type) => {
      const { post } = await byHand()
      expect(await post('/sendMessage', type, JSON.stringify({ chat_id: 201, text }))).toEqual(sentToAlice(text))
    },
  )

  it.each(['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; charset=UTF-8'])(
    'TRN-07 a body of %s',
    async (type) => {
      const { post } = await byHand()
      expect(await post('/sendMessage', type, fields)).toEqual(sentToAlice(text))
    },
  )
})

describe('structured parameters', () => {
  const keyboards: [string, Transport][] = [
    ['TRN-09', 'query'],
    ['TRN-09', 'post-query'],
    ['TRN-10', 'form'],
    ['TRN-11', 'multipart'],
  ]
  it.each(keyboards)('%s reply_markup is a JSON text in %s', async (_, via) => {
    const { bot } = await stage()
    const given = { chat_id: ALICE.id, text: 'sure?', reply_markup: JSON.stringify(KEYBOARD) }
    const message = {
      message_id: 4,
      from: GREETER,
      chat: WITH_ALICE,
      date: NOON,
      text: 'sure?',
      reply_markup: KEYBOARD,
    }
    expect(await bot.call('sendMessage', given, via)).toEqual(granted(message))
    expect(await bot.call('sendMessage', { ...given, reply_markup: 'Yes' }, via)).toEqual(invalid('reply_markup'))
  })

  it.each(AS_TEXT)('TRN-12 commands are a JSON text in %s', async (via) => {
    const { s, bot } = await stage()
    const commands = [{ command: 'help', description: 'What I can do' }]
    expect(await bot.call('setMyCommands', { commands: JSON.stringify(commands) }, via)).toEqual(granted(true))
    expect((await s.view('/bots/greeter/profile')).commands).toEqual(commands)
    expect(await bot.call('setMyCommands', { commands: 'help' }, via)).toEqual(invalid('commands'))
  })

  it.each(AS_TEXT)('TRN-13 permissions are a JSON text in %s', async (via) => {
    const { bot } = await stage()
    const carol = { chat_id: TEAM.id, user_id: CAROL.id }
    const muted = { user: CAROL, status: 'restricted', is_member: true, can_send_messages: false, until_date: 0 }
    const restrict = (permissions: string) => bot.call('restrictChatMember', { ...carol, permissions }, via)
    expect(await restrict('none')).toEqual(invalid('permissions'))
    expect(await restrict('{"can_send_messages":false}')).toEqual(granted(true))
    expect(await bot.call('getChatMember', carol)).toEqual(granted(muted))
    expect(await restrict('{"can_send_messages":true}')).toEqual(granted(true))
    expect(await bot.call('getChatMember', carol)).toEqual(granted({ user: CAROL, status: 'member' }))
  })

  it.each(AS_TEXT)('TRN-14 allowed_updates are a JSON text in %s', async (via) => {
    const { s, bot } = await stage()
    await bot.drain()
    expect(await bot.call('getUpdates', { allowed_updates: 'message' }, via)).toEqual(invalid('allowed_updates'))
    expect(await bot.call('getUpdates', { allowed_updates: '["callback_query"]' }, via)).toEqual(granted([]))
    await s.act('send', { as: 'alice', to: 'greeter', text: 'unheard' })
    await s.act('press', { as: 'alice', chat: 'greeter', button: 'Yes' })
    expect((await bot.drain()).map((update) => Object.keys(update))).toEqual([['update_id', 'callback_query']])
  })

  it('TRN-15 stand in a JSON body as what they are', async () => {
    const { s, bot } = await stage()
    const commands = [{ command: 'help', description: 'What I can do' }]
    expect(await bot.call('setMyCommands', { commands })).toEqual(granted(true))
    expect((await s.view('/bots/greeter/profile')).commands).toEqual(commands)
    const given = { chat_id: ALICE.id, text: 'sure?', reply_markup: KEYBOARD }
    expect((await bot.call('sendMessage', given)).body.result.reply_markup).toEqual(KEYBOARD)
    const muting = { chat_id: TEAM.id, user_id: CAROL.id, permissions: { can_send_messages: false } }
    expect(await bot.call('restrictChatMember', muting)).toEqual(granted(true))
    expect((await bot.ok('getChatMember', { chat_id: TEAM.id, user_id: CAROL.id })).status).toBe('restricted')
    await bot.drain()
    expect(await bot.call('getUpdates', { allowed_updates: ['callback_query'] })).toEqual(granted([]))
    await s.act('send', { as: 'alice', to: 'greeter', text: 'unheard' })
    expect(await bot.drain()).toEqual([])
  })
})

describe('size', () => {
  const smiles = (count: number) => '🙂'.repeat(count)
  const text = smiles(4096)

  it.each([
    ['TRN-04', 'query'],
    ['TRN-05', 'post-query'],
    ['TRN-06', 'json'],
    ['TRN-07', 'form'],
    ['TRN-08', 'multipart'],
  ] as [string, Transport][])('%s the longest text fits in %s', async (_, via) => {
    const { bot } = await stage()
    expect(await bot.call('sendMessage', { chat_id: ALICE.id, text }, via)).toEqual(sentToAlice(text))
  })

  it.each(AS_TEXT)('TRN-12 the longest list of commands fits in %s', async (via) => {
    const { s, bot } = await stage()
    const name = (n: number) => `${'x'.repeat(29)}_${n.toString().padStart(2, '0')}`
    const commands = Array.from({ length: 100 }, (_, n) => ({ command: name(n), description: smiles(256) }))
    expect(await bot.call('setMyCommands', { commands }, via)).toEqual(granted(true))
    expect((await s.view('/bots/greeter/profile')).commands).toEqual(commands)
  })
})
