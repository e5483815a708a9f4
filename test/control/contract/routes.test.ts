// The routes of the control interface and the fields of what they give, which tests outside the project rely on.

import { describe, expect, it } from 'vitest'
import { service } from '../../helpers/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire
type Json = any

/** A world in which every field has a reason to be there. */
async function stage() {
  const s = await service()
  const greeter = await s.bot({ handle: 'greeter', username: 'greeter_bot' })
  const alice = await s.act('createUser', { first_name: 'Alice', handle: 'alice', username: 'alice_w' })
  const team = await s.act('createGroup', { title: 'Team', handle: 'team', owner: 'alice', members: ['greeter'] })
  const news = await s.act('createChannel', { title: 'News', handle: 'news', owner: 'alice', comments: true })
  const message = await s.act('start', { as: 'alice', bot: 'greeter' })
  await greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hi' })
  await greeter.call('sendMessage', { chat_id: 4711, text: 'Hi' })
  return { ...s, greeter, alice, team, news, message }
}

const fields = (value: Json) => Object.keys(value)
const has = (value: Json, ...names: string[]) => expect(fields(value)).toEqual(expect.arrayContaining(names))

const CHAT = ['id', 'type', 'title', 'handle', 'permissions', 'member_count', 'pinned_message_id']
const OF_PERSON = ['unread', 'notices', 'reply_keyboard', 'last_message']
const CALL = ['id', 'at', 'bot', 'method', 'params', 'status', 'ok', 'body', 'duration_ms']

describe('what creates answers', () => {
  it('the thing itself', async () => {
    const { act, alice, team, news, message } = await stage()
    has(alice, 'id', 'handle')
    has(await act('createBot', { first_name: 'B' }), 'id', 'handle', 'token')
    has(team, 'id', 'handle')
    has(news, 'id', 'handle', 'linked_chat_id', 'linked_chat_handle')
    has(message, 'message_id')
    has(await act('edit', { as: 'alice', chat: 'greeter', message_id: 1, text: 'x' }), 'message_id')
    expect(await act('block', { as: 'alice', bot: 'greeter' })).toBeTruthy()
  })
})

it.each<[string, string[]]>([
  ['/health', ['version', 'pid', 'base_url', 'in_memory', 'clock']],
  ['/first-world', ['world']],
  ['/chats/team', CHAT],
  ['/chats/team/members/greeter', ['user', 'status', 'handle']],
  ['/chats/alice?bot=greeter', ['id', 'type', 'pinned_message_id', 'member_count', 'permissions']],
  ['/users/alice/chats/greeter', ['id', ...OF_PERSON, 'messages', 'pinned_message_id']],
  [
    '/bots/greeter/profile?as=alice',
    ['name', 'username', 'commands', 'description', 'short_description', 'started', 'public_page', 'webhook'],
  ],
  ['/bots/greeter', ['id', 'handle', 'token', 'username', 'first_name', 'owner', 'verified', 'suspended']],
  ['/users/alice', ['id', 'handle', 'first_name', 'username', 'devices', 'deleted']],
])('GET %s', async (path, names) => {
  const { view } = await stage()
  has(await view(path), ...names)
})

it.each<[string, string[]]>([
  ['/actions', ['name', 'summary', 'params', 'updates', 'replaces_world', 'recorded', 'undoable', 'example']],
  ['/bots', ['id', 'handle', 'token', 'first_name', 'username']],
  ['/users', ['id', 'handle', 'first_name']],
  ['/chats', CHAT],
  ['/chats/alice/messages?bot=greeter', ['message_id', 'chat', 'date', 'text']],
  ['/chats/team/members', ['user', 'status', 'handle']],
  ['/users/alice/chats', ['id', ...OF_PERSON]],
  ['/bots/greeter/updates', ['update_id', 'message']],
  ['/bots/greeter/limits', ['limit', 'used', 'allowed', 'free_in', 'operations']],
  ['/calls', CALL],
  ['/calls?ok=false', [...CALL, 'why', 'rule']],
  ['/calls?bot=greeter&method=sendMessage&after=1', CALL],
])('GET %s, a list', async (path, names) => {
  const { view } = await stage()
  const list = await view(path)
  expect(list.length).toBeGreaterThan(0)
  has(list[0], ...names)
})

it('details that are a contract of their own', async () => {
  const { view, act, tryAct } = await stage()
  expect((await view('/health')).clock).toEqual({ now: 1_800_014_400, frozen: true })
  expect((await view('/chats/team')).pinned_message_id).toBeNull()
  expect(await view('/users/alice/chats/greeter')).toMatchObject({ unread: 1, notices: 1, reply_keyboard: null })
  expect(fields((await view('/bots/greeter/profile')).public_page)).toEqual(['name', 'username', 'short_description'])
  expect(await act('advanceClock', { seconds: 0.5 })).toEqual({ now: 1_800_014_400.5, frozen: true })
  expect(await tryAct('setClock', { at: 1 })).toMatchObject({ status: 400, body: { ok: false } })
})

it('a limit names the operations that count against it, and a call says that it is housekeeping', async () => {
  const { view, greeter } = await stage()
  const limits: Json[] = await view('/bots/greeter/limits')
  const under = (name: string) => limits.find(({ limit }) => limit === name)?.operations
  const withFile = ['sendPhoto', 'sendVideo', 'sendAudio', 'sendDocument']
  expect(under('messages_per_second')).toEqual(['sendMessage', ...withFile])
  expect(under('messages_per_minute')).toEqual(['sendMessage', ...withFile, 'editMessageText'])
  expect(under('transfers')).toEqual(withFile)
  for (const method of ['getMe', 'getFile', 'sendMessage', 'sendSticker']) await greeter.call(method)
  const last: Json[] = (await view('/calls')).slice(-4)
  expect(last.map(({ housekeeping }) => housekeeping)).toEqual([true, true, undefined, undefined])
})

it('POST /wait, GET /events, /files and /openapi.json', async () => {
  const { url, act } = await stage()
  const wait = (body: object) =>
    fetch(`${url}/_emulator/wait`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const found = (await (await wait({ call: 'sendMessage', with: { chat_id: 'alice' }, within: 1 })).json()) as Json
  has(found.result, ...CALL)
  const missed = (await (await wait({ call: 'getMe', within: 0 })).json()) as Json
  has(missed.error, 'code', 'message', 'hint', 'details')
  has(missed.error.details.nearest, 'call', 'path', 'expected', 'actual')

  const events = await fetch(`${url}/_emulator/events?after=0`)
  expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await events.body!.cancel()

  const file = { name: 'a.txt', base64: Buffer.from('hello').toString('base64') }
  const { document } = await act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
  const stored = await fetch(`${url}/_emulator/files/${document.file_unique_id}`)
  expect(await stored.text()).toBe('hello')
  expect(((await (await fetch(`${url}/_emulator/openapi.json`)).json()) as Json).openapi).toBe('3.1.0')
})

it('POST /recordings, and what a recording becomes', async () => {
  const { url, view, act } = await stage()
  const post = async (path: string) => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const answer = (await (await fetch(`${url}/_emulator${path}`, request)).json()) as Json
    return answer.result ?? answer.error
  }
  const { id } = await post('/recordings')
  await act('send', { as: 'alice', to: 'greeter', text: 'Hello' })
  const file = { name: 'a.txt', base64: Buffer.from('hello').toString('base64') }
  await act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
  expect(await post(`/recordings/${id}/stop`)).toBe(true)
  await act('send', { as: 'alice', to: 'greeter', text: 'after the end' })
  const recorded = await view(`/recordings/${id}`)
  expect(recorded).toEqual({
    steps: [
      'send: { as: alice, to: greeter, text: Hello }',
      'sendFile: { as: alice, to: greeter, kind: document, file: a.txt }',
    ],
    text: expect.stringMatching(/text: Hello\n[\s\S]*name: a\.txt\n *base64: aGVsbG8=\n/),
    notes: 0,
    full: false,
  })
  expect(await post(`/recordings/${id}/replay`)).toEqual({ steps: 2, failures: {} })
  expect(await post('/recordings/none/stop')).toEqual({
    code: 'no-such-recording',
    message: 'Unknown recording none.',
    hint: 'POST /_emulator/recordings begins a recording.',
  })
})

it.each(['/nowhere', '/users/nobody', '/bots/nobody/limits', '/files/none', '/recordings/none'])(
  'GET %s is 404, with code, message and hint',
  async (path) => {
    const { url } = await service()
    const response = await fetch(`${url}/_emulator${path}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      ok: false,
      error: { code: expect.stringMatching(/^[a-z-]+$/), message: expect.any(String), hint: expect.any(String) },
    })
  },
)
