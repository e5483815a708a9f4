// Events: the same through both clients, resumable, filtered, and honest about what went by unread.

import { describe, expect, it, onTestFinished } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { directClient } from '../../src/client/direct-client.ts'
import { httpClient } from '../../src/client/http-client.ts'
import { service } from '../conformance/service.ts'

type Event = Record<string, unknown> & { id: number; type: string }

async function stage() {
  const here = await service()
  const bot = await here.bot({ handle: 'greeter' })
  await here.user('Alice', { handle: 'alice' })
  return { ...here, greeter: bot }
}

const DOORS: [string, (here: Awaited<ReturnType<typeof stage>>) => Client][] = [
  ['over HTTP', ({ url }) => httpClient(url)],
  ['in process', ({ emulator, url }) => directClient(emulator, url)],
]

/** The next events, as many as are asked for. */
async function collect(client: Client, query: Record<string, unknown>, count: number): Promise<Event[]> {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const events: Event[] = []
  for await (const event of client.events(query, stop.signal)) {
    events.push(event as Event)
    if (events.length === count) break
  }
  stop.abort()
  return events
}

describe.each(DOORS)('%s', (_door, open) => {
  it('tells of a message, the update it makes, and the call that fetches it', async () => {
    const here = await stage()
    const client = open(here)
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    await here.greeter.call('getUpdates', {})
    const seen = await collect(client, { after: 0, type: 'message,update,handed-out,call' }, 4)
    expect(seen.map(({ type, bot }) => [type, bot])).toEqual([
      ['message', 'greeter'],
      ['update', 'greeter'],
      ['handed-out', 'greeter'],
      ['call', 'greeter'],
    ])
    expect(seen[0]).toMatchObject({ message_id: 1, message: { text: '/start', author: { handle: 'alice' } } })
    expect(seen[1]).toMatchObject({ update_id: 1, update_type: 'message', update: { message: { text: '/start' } } })
    expect(seen[3]).toMatchObject({ call: { method: 'getUpdates', status: 200, ok: true } })
  })

  it('begins after an event that is named', async () => {
    const here = await stage()
    const client = open(here)
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    const [first, second] = await collect(client, { after: 0 }, 2)
    expect(await collect(client, { after: first!.id }, 1)).toEqual([second])
  })

  it('leaves out other bots and chats', async () => {
    const here = await stage()
    const client = open(here)
    await here.bot({ handle: 'other' })
    await client.perform('start', { as: 'alice', bot: 'other' })
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    const [only] = await collect(client, { after: 0, bot: 'greeter', chat: 'alice' }, 1)
    expect(only).toMatchObject({ type: 'message', bot: 'greeter' })
  })

  it('says how much a listener missed', async () => {
    const here = await stage()
    const client = open(here)
    for (let i = 0; i < 20_005; i++) here.emulator.perform('freezeClock', {})
    const [missed, next] = await collect(client, { after: 1 }, 2)
    expect(missed).toMatchObject({ type: 'missed' })
    expect(missed!.id + 1).toBe(next!.id)
  })
})

describe.each(DOORS)('wait, %s', (_door, open) => {
  it('answers a call that came already, and one that comes later', async () => {
    const here = await stage()
    const client = open(here)
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    const alice = await client.view('/users/alice')
    await here.greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello, Alice' })
    const first = await client.wait({ call: 'sendMessage', with: { chat_id: 'alice', text: '/Hello/' } })
    expect(first).toMatchObject({ method: 'sendMessage', params: { text: 'Hello, Alice' }, ok: true })
    const later = client.wait({ call: 'sendMessage', with: { text: 'Bye' }, after: first.id })
    await here.greeter.ok('sendMessage', { chat_id: alice.id, text: 'Bye' })
    expect(await later).toMatchObject({ params: { text: 'Bye' } })
  })

  it('tells of the nearest miss', async () => {
    const here = await stage()
    const client = open(here)
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    await here.greeter.ok('sendMessage', { chat_id: 'alice', text: 'no' }).catch(() => {})
    const alice = await client.view('/users/alice')
    await here.greeter.ok('sendMessage', { chat_id: alice.id, text: 'Hello\u200b' })
    const waiting = client.wait({ call: 'sendMessage', with: { chat_id: 'alice', text: 'Hello' }, within: 0 })
    await expect(waiting).rejects.toMatchObject({
      code: 'no-such-call',
      message: 'No call of sendMessage came within 0 s.',
      hint: 'The nearest, call 2, has with.text "Hello\\u200b", not "Hello".',
      details: { nearest: { path: 'with.text', expected: 'Hello', actual: 'Hello\u200b' } },
    })
  })
})
