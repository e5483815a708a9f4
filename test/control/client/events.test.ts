// Events: the same through both clients, resumable, filtered, and honest about what went by unread.

import { describe, expect, it } from 'vitest'
import { collect, DOORS, stage } from './doors.ts'

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

  it('tells of a getUpdates that begins to wait, and of none that is answered at once', async () => {
    const here = await stage()
    const client = open(here)
    await here.greeter.call('getUpdates', {})
    const waiting = here.greeter.call('getUpdates', { timeout: 50 })
    const types = async (count: number) =>
      (await collect(client, { after: 0, type: 'poll,update,call' }, count)).map(({ type, bot }) => `${type} ${bot}`)
    expect(await types(2)).toEqual(['call greeter', 'poll greeter'])
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    await waiting
    await here.greeter.call('getUpdates', { timeout: 50 })
    expect(await types(5)).toEqual(['call greeter', 'poll greeter', 'update greeter', 'call greeter', 'call greeter'])
  })

  it('begins with what happens from now on', async () => {
    const here = await stage()
    const client = open(here)
    const stop = new AbortController()
    const reader = client.events({}, stop.signal)[Symbol.asyncIterator]()
    const first = reader.next()
    // Over HTTP the stream has to be open before anything happens.
    await new Promise((resolve) => setTimeout(resolve, 100))
    await client.perform('send', { as: 'alice', to: 'greeter', text: 'now' })
    expect((await first).value).toMatchObject({ type: 'message', message: { text: 'now' } })
    stop.abort()
    expect(await reader.next()).toEqual({ done: true, value: undefined })
  })

  it('begins after an event that is named, the newest of which health tells', async () => {
    const here = await stage()
    const client = open(here)
    const { last_event } = await client.health()
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    const [first, second] = await collect(client, { after: last_event }, 2)
    expect(first!.id).toBe(last_event + 1)
    expect(await collect(client, { after: first!.id }, 1)).toEqual([second])
  })

  it('leaves out other bots and chats, named in any way', async () => {
    const here = await stage()
    const client = open(here)
    await here.bot({ handle: 'other' })
    await client.perform('start', { as: 'alice', bot: 'other' })
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    for (const chat of ['alice', '@alice_w', here.alice.id]) {
      const [only] = await collect(client, { after: 0, bot: '@greeter_bot', chat }, 1)
      expect(only).toMatchObject({ type: 'message', bot: 'greeter', chat: here.alice.id })
    }
  })

  it('tells a filter by a group from one by a private chat', async () => {
    const here = await stage()
    const client = open(here)
    const { id } = await client.perform('createGroup', { title: 'Team', owner: 'alice', members: ['greeter'] })
    const { last_event } = await client.health()
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    await client.perform('send', { as: 'alice', to: 'team', text: 'hi' })
    expect(await collect(client, { after: last_event, chat: 'team', type: 'message' }, 1)).toMatchObject([
      { chat: id, message: { text: 'hi' } },
    ])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown bot', { bot: 'gretter' }, 'not-found'],
    ['an unknown chat', { chat: 'nowhere' }, 'not-found'],
    ['a bot for a chat', { chat: 'greeter' }, 'not-a-chat'],
    ['no number', { after: 'yesterday' }, 'invalid-params'],
  ])('refuses %s before the first event', async (_name, query, code) => {
    const client = open(await stage())
    await expect(collect(client, query, 1)).rejects.toMatchObject({ code })
  })

  it('says how many a listener missed', async () => {
    const here = await stage()
    const client = open(here)
    for (let i = 0; i < 20_005; i++) here.emulator.perform('freezeClock', {})
    const { last_event } = await client.health()
    const [missed, next] = await collect(client, { after: 1 }, 2)
    const hint = expect.stringContaining('/users/<user>/chats')
    expect(missed).toMatchObject({ type: 'missed', count: last_event - 20_000 - 1, hint })
    expect(missed!.id + 1).toBe(next!.id)
  })

  it('starts over for a number of an earlier run, and says so', async () => {
    const client = open(await stage())
    const [missed, first] = await collect(client, { after: 900_000 }, 2)
    expect(missed).toMatchObject({ type: 'missed', count: null, hint: expect.stringContaining('has restarted') })
    expect(first!.id).toBe(1)
    const [earlier] = await collect(client, { after: '00000000-1' }, 1)
    expect(earlier).toMatchObject({ type: 'missed', count: null })
  })

  it('ends at the signal, also one that was given before', async () => {
    const client = open(await stage())
    const seen = []
    for await (const event of client.events({ after: 0 }, AbortSignal.abort())) seen.push(event)
    expect(seen).toEqual([])
  })

  it('looks through a long past without a match for a filter, and waits on', async () => {
    const here = await stage()
    const client = open(here)
    for (let i = 0; i < 500; i++) here.emulator.perform('freezeClock', {})
    const next = collect(client, { after: 0, type: 'message' }, 1)
    await client.perform('send', { as: 'alice', to: 'greeter', text: 'at last' })
    expect(await next).toMatchObject([{ message: { text: 'at last' } }])
  })
})
