// Waiting for a bot's call: what matches, what does not, and what is said at the end of the time.

import { describe, expect, it } from 'vitest'
import type { Client } from '../../../src/control/client/client.ts'
import { directClient } from '../../../src/control/client/direct-client.ts'
import { createEmulator } from '../../../src/emulator.ts'
import { DOORS, type Stage, stage } from './doors.ts'

/** alice has started the bot, which has said Hello to her: call 1. */
async function greeted(open: (here: Stage) => Client) {
  const here = await stage()
  const client = open(here)
  await client.perform('start', { as: 'alice', bot: 'greeter' })
  await here.greeter.ok('sendMessage', { chat_id: here.alice.id, text: 'Hello, Alice' })
  return { ...here, client }
}

describe.each(DOORS)('%s', (_door, open) => {
  it('answers the first call that came already, whole', async () => {
    const { client, alice } = await greeted(open)
    const call = await client.wait({ call: 'sendMessage' })
    expect(call).toEqual({
      id: 1,
      at: 1_800_014_400,
      bot: 'greeter',
      method: 'sendMessage',
      params: { chat_id: alice.id, text: 'Hello, Alice' },
      status: 200,
      ok: true,
      body: { ok: true, result: expect.objectContaining({ message_id: 2, text: 'Hello, Alice' }) },
      duration_ms: expect.any(Number),
    })
  })

  it('answers a call that comes later, and only then', async () => {
    const { client, alice, greeter } = await greeted(open)
    const later = client.wait({ call: 'sendMessage', after: 1 })
    await greeter.ok('getMe')
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Bye' })
    expect(await later).toMatchObject({ id: 3, params: { text: 'Bye' } })
  })

  it.each<[string, (here: Stage) => Record<string, unknown>]>([
    ['an exact text', () => ({ text: 'Hello, Alice' })],
    ['an expression', () => ({ text: '/^hello, \\w+$/i' })],
    ['an expression of the language', () => ({ text: /^hello, \w+$/i })],
    ['a handle', () => ({ chat_id: 'alice' })],
    ['an @username', () => ({ chat_id: '@alice_w' })],
    ['an id', ({ alice }) => ({ chat_id: alice.id })],
    ['an id as text', ({ alice }) => ({ chat_id: String(alice.id) })],
    ['nothing at all', () => ({})],
    ['null for what was not given', () => ({ reply_markup: null })],
  ])('matches by %s', async (_name, wanted) => {
    const here = await greeted(open)
    const call = await here.client.wait({ call: 'sendMessage', with: wanted(here), within: 0 })
    expect(call.id).toBe(1)
  })

  it('matches a group that the bot names by its @username, and a keyboard that travels as text', async () => {
    const { client, greeter } = await greeted(open)
    await client.perform('createGroup', {
      handle: 'team',
      title: 'Team',
      username: 'team_chat',
      owner: 'alice',
      members: ['greeter'],
    })
    const keyboard = JSON.stringify({ inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] })
    await greeter.ok('sendMessage', { chat_id: '@team_chat', text: 'Hi', reply_markup: keyboard }, 'form')
    const wanted = { chat_id: 'team', reply_markup: { inline_keyboard: [[{ text: 'Yes' }]] } }
    expect(await client.wait({ call: 'sendMessage', with: wanted, within: 0 })).toMatchObject({ id: 2 })
  })

  it('matches people and chats inside the answer, by name or as whole objects', async () => {
    const { client } = await greeted(open)
    for (const result of [
      { chat: { id: 'alice' } },
      { chat: 'alice' },
      { from: '@greeter_bot', chat: '@alice_w' },
      { from: { id: 'greeter', is_bot: true } },
    ]) {
      expect(await client.wait({ call: 'sendMessage', result, within: 0 })).toMatchObject({ id: 1 })
    }
    const wrong = client.wait({ call: 'sendMessage', result: { chat: 'greeter' }, within: 0 })
    await expect(wrong).rejects.toMatchObject({ details: { nearest: { path: 'result.chat', expected: 'greeter' } } })
  })

  it('takes one bot out of several', async () => {
    const { client, alice, ...here } = await greeted(open)
    const other = await here.bot({ handle: 'other' })
    await client.perform('start', { as: 'alice', bot: 'other' })
    const waiting = client.wait({ call: 'sendMessage', bot: 'other' })
    await other.ok('sendMessage', { chat_id: alice.id, text: 'me too' })
    expect(await waiting).toMatchObject({ bot: 'other', params: { text: 'me too' } })
  })

  it('takes refused calls only when asked for them', async () => {
    const { client, greeter } = await greeted(open)
    await greeter.call('sendMessage', { chat_id: 4711, text: 'x' })
    const wanted = { call: 'sendMessage', within: 0 }
    expect(await client.wait(wanted)).toMatchObject({ id: 1 })
    expect(await client.wait({ ...wanted, ok: false })).toMatchObject({ id: 2, rule: 'CID-12' })
    expect(await client.wait({ ...wanted, error: '/chat not found$/' })).toMatchObject({ id: 2, status: 400 })
    const none = client.wait({ ...wanted, error: '/muted/' })
    await expect(none).rejects.toMatchObject({
      hint: 'The nearest call, 2, has error "Bad Request: chat not found", which does not match /muted/. It was refused: the chat 4711 does not exist (CID-12).',
    })
  })

  it.each<[unknown, string]>([
    [0, '0 s'],
    ['0s', '0 s'],
    ['50ms', '0.05 s'],
    [0.05, '0.05 s'],
  ])('gives up within %j', async (within, said) => {
    const { client } = await greeted(open)
    const waiting = client.wait({ call: 'getMe', within: within as number })
    await expect(waiting).rejects.toMatchObject({
      code: 'no-such-call',
      message: `No call of getMe was made within ${said}.`,
    })
  })

  it('ends at the signal', async () => {
    const { client } = await greeted(open)
    const stop = new AbortController()
    const waiting = client.wait({ call: 'getMe', within: 60 }, stop.signal)
    setTimeout(() => stop.abort(), 50)
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await expect(client.wait({ call: 'getMe' }, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  })

  it.each<[string, Record<string, unknown>, string, string]>([
    ['no call', {}, 'invalid-params', 'wait: call: is missing'],
    ['a mistyped key', { call: 'getMe', wiht: {} }, 'invalid-params', 'wait: Unrecognized key: "wiht"'],
    [
      'a time that is none',
      { call: 'getMe', within: 'soon' },
      'invalid-params',
      'wait: within: "soon" isn\'t a time span. Write 48h, 90s or 10m',
    ],
    [
      'a time that outlasts the connection',
      { call: 'getMe', within: 241 },
      'invalid-params',
      'wait: within: Too big: expected number to be <=240',
    ],
    ['an unknown bot', { call: 'getMe', bot: 'gretter' }, 'not-found', 'Unknown bot "gretter".'],
    [
      'a broken expression',
      { call: 'getMe', with: { a: ['/(/'] } },
      'bad-pattern',
      '/(/ is not a valid regular expression: Unterminated group.',
    ],
  ])('refuses %s at once, and the bot notices nothing', async (_name, wanted, code, message) => {
    const { client, greeter } = await greeted(open)
    await expect(client.wait(wanted as never)).rejects.toMatchObject({ code, message })
    expect((await greeter.call('getMe')).status).toBe(200)
  })
})

describe('the nearest miss', () => {
  const [, open] = DOORS[1]!
  const missed = async (client: Client, wanted: Record<string, unknown>) => {
    const problem = await client.wait({ within: 0, ...wanted } as never).catch((error) => error)
    return problem.hint as string
  }

  it('is the call of that name in which most agrees, the later one of two, with all that a program needs', async () => {
    const { client, greeter, alice } = await greeted(open)
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello\u200b' })
    await greeter.ok('getMe')
    const waiting = client.wait({ call: 'sendMessage', with: { chat_id: 'alice', text: 'Hello' }, within: 0 })
    await expect(waiting).rejects.toMatchObject({
      code: 'no-such-call',
      message: 'No call of sendMessage was made within 0 s.',
      hint: 'The nearest call, 2, has with.text "Hello\\u200b", not "Hello".',
      details: { nearest: { path: 'with.text', expected: 'Hello', actual: 'Hello\u200b', call: { id: 2 } } },
    })
  })

  it('shows types', async () => {
    const { client, greeter, alice } = await greeted(open)
    await greeter.ok('sendMessage', { chat_id: alice.id, text: 'x', reply_to_message_id: 1 })
    expect(await missed(client, { call: 'sendMessage', with: { text: 'x', reply_to_message_id: 'one' } })).toBe(
      'The nearest call, 2, has with.reply_to_message_id 1 (a number), not "one".',
    )
    expect(await missed(client, { call: 'sendMessage', with: { text: 'x', reply_markup: { a: 1 } } })).toBe(
      'The nearest call, 2, has with.reply_markup missing, not {"a":1}.',
    )
  })

  it('says why the nearest was refused', async () => {
    const { client, greeter } = await greeted(open)
    await greeter.call('sendPhoto', { chat_id: 'nobody' })
    expect(await missed(client, { call: 'sendPhoto' })).toMatch(/^The nearest call, 2, was refused: .+ \(CID-16\)\.$/)
  })

  it('is a call of another name where there is none of that', async () => {
    const { client } = await greeted(open)
    expect(await missed(client, { call: 'sendPhoto', with: { chat_id: 'alice' } })).toBe(
      'The nearest call, 1, has call "sendMessage", not "sendPhoto".',
    )
  })

  it('says first that there is no such operation', async () => {
    const { client } = await greeted(open)
    expect(await missed(client, { call: 'sendMesage' })).toBe(
      'The service does not have the operation sendMesage; did you mean sendMessage?\n' +
        'The nearest call, 1, has call "sendMessage", not "sendMesage".',
    )
    expect(await missed(client, { call: 'answerInlineQuery', after: 1 })).toMatch(
      /\nThe service does not have the operation answerInlineQuery\.$/,
    )
  })

  it('is the refused call that has the expected parameters, rather than a similar call', async () => {
    const { client, alice, greeter } = await greeted(open)
    await client.perform('injectFault', { bot: 'greeter', operation: 'sendMessage', status: 429, retry_after: 3 })
    await greeter.call('sendMessage', { chat_id: alice.id, text: 'Hello, Bob' })
    expect(await missed(client, { call: 'sendMessage', with: { chat_id: 'alice', text: 'Hello, Bob' } })).toBe(
      'The nearest call, 2, was refused: injected fault 1: 429 Too Many Requests (LIM-31).',
    )
  })
})

it('ends when the emulator is stopped', async () => {
  const emulator = createEmulator()
  const waiting = directClient(emulator, 'http://unused').wait({ call: 'getMe', within: 60 })
  const outcome = expect(waiting).rejects.toMatchObject({ code: 'closed' })
  await emulator.close()
  await outcome
})
