// The older name of an operation, and parameters that are ignored or refused.

import { describe, expect, it } from 'vitest'
import { granted, NOON, refused, type Transport } from '../helpers/service.ts'
import { ALICE, CAROL, CLUB, DAVE, GAZETTE, NEWS, stage, TEAM } from '../helpers/stage.ts'

const TRANSPORTS: Transport[] = ['json', 'query', 'form', 'multipart']
const ODD: unknown[] = ['nonsense', '', '{', -1, 2.5, 1e20, true, false, null, [], ['x'], {}, { type: 'nonsense' }]

describe('getChatMembersCount', () => {
  it('VER-01 answers as getChatMemberCount does', async () => {
    const { s, bot, comments } = await stage()
    await s.act('join', { as: 'bob', chat: NEWS.id })
    const counts: [number | string, number][] = [
      [TEAM.id, 4],
      ['@team_chat', 4],
      [CLUB.id, 3],
      [NEWS.id, 2],
      [GAZETTE.id, 1],
      [comments, 2],
    ]
    for (const [chat_id, count] of counts) {
      for (const via of TRANSPORTS) {
        expect(await bot.call('getChatMembersCount', { chat_id }, via)).toEqual(granted(count))
        expect(await bot.call('getChatMemberCount', { chat_id }, via)).toEqual(granted(count))
      }
    }
  })

  it('VER-02 fails as getChatMemberCount does', async () => {
    const { bot } = await stage()
    const notFound = refused(400, 'Bad Request: chat not found')
    for (const chat_id of [ALICE.id, DAVE.id, -999, 'abc']) {
      expect(await bot.call('getChatMembersCount', { chat_id })).toEqual(notFound)
      expect(await bot.call('getChatMemberCount', { chat_id })).toEqual(notFound)
    }
    const missing = refused(400, 'Bad Request: chat_id: Invalid input: expected string, received undefined')
    expect(await bot.call('getChatMembersCount')).toEqual(missing)
    expect(await bot.call('getChatMemberCount')).toEqual(missing)
  })
})

describe('ignored', () => {
  it.each(TRANSPORTS)('VER-03 scope and language_code of setMyCommands, in %s', async (via) => {
    const { s, bot } = await stage()
    const commands = [{ command: 'help', description: 'What I can do' }]
    for (const odd of ODD) {
      await bot.ok('setMyCommands', { commands: [{ command: 'old', description: 'Old' }] })
      const given = { commands, scope: odd, language_code: odd }
      expect(await bot.call('setMyCommands', given, via), String(odd)).toEqual(granted(true))
      expect((await s.view('/bots/greeter/profile')).commands, String(odd)).toEqual(commands)
    }
  })

  const texts: [method: string, field: string][] = [
    ['setMyName', 'name'],
    ['setMyDescription', 'description'],
    ['setMyShortDescription', 'short_description'],
  ]
  it.each(texts)('VER-03 PROF-40 language_code of %s', async (method, field) => {
    const { s, bot } = await stage()
    for (const via of TRANSPORTS) {
      for (const [n, language_code] of ODD.entries()) {
        const text = `${via} ${n}`
        expect(await bot.call(method, { [field]: text, language_code }, via), text).toEqual(granted(true))
        expect((await s.view('/bots/greeter/profile'))[field]).toBe(text)
      }
    }
  })

  it.each(TRANSPORTS)('VER-03 use_independent_chat_permissions of restrictChatMember, in %s', async (via) => {
    const { bot } = await stage()
    const carol = { chat_id: TEAM.id, user_id: CAROL.id }
    const muted = { user: CAROL, status: 'restricted', is_member: true, can_send_messages: false }
    for (const odd of ODD) {
      await bot.ok('restrictChatMember', { ...carol, permissions: { can_send_messages: true } })
      const muting = { ...carol, permissions: {}, until_date: NOON + 60, use_independent_chat_permissions: odd }
      expect(await bot.call('restrictChatMember', muting, via), String(odd)).toEqual(granted(true))
      expect(await bot.call('getChatMember', carol)).toEqual(granted({ ...muted, until_date: NOON + 60 }))
    }
  })

  it.each(TRANSPORTS)('VER-03 message_id of unpinChatMessage, in %s', async (via) => {
    const { s, bot } = await stage()
    const pinned = async () => (await s.view(`/chats/${TEAM.id}`)).pinned_message_id
    for (const message_id of ODD) {
      await s.act('pin', { as: 'alice', chat: TEAM.id, message_id: 1 })
      expect(await pinned()).toBe(1)
      const answer = await bot.call('unpinChatMessage', { chat_id: TEAM.id, message_id }, via)
      expect(answer, String(message_id)).toEqual(granted(true))
      expect(await pinned()).toBeNull()
    }
  })
})

describe('certificate', () => {
  const REFUSED = refused(400, 'Bad Request: certificate and ip_address are not supported')

  it.each(TRANSPORTS)('VER-04 is refused in %s, and no webhook set or removed', async (via) => {
    const { bot } = await stage()
    const before = await bot.call('getWebhookInfo')
    for (const url of ['https://hooks.example.org/', '']) {
      expect(await bot.call('setWebhook', { url, certificate: 'PEM' }, via)).toEqual(REFUSED)
    }
    expect(await bot.call('getWebhookInfo')).toEqual(before)
  })

  it('VER-04 is refused as a file', async () => {
    const { s, bot } = await stage()
    const body = new FormData()
    body.append('url', 'https://hooks.example.org/')
    body.append('certificate', new Blob(['PEM'], { type: 'application/x-pem-file' }), 'certificate.pem')
    const response = await fetch(`${s.url}/bot${bot.token}/setWebhook`, { method: 'POST', body })
    expect({ status: response.status, body: await response.json() }).toEqual(REFUSED)
  })
})
