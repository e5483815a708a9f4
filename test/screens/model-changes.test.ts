// The model of a screen without an emulator: events in, data out. Reconnects, restarts, long chats, many events.

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createModel } from '../../src/screens/model/model.ts'
import type { TrafficEntry } from '../../src/screens/model/traffic-entries.ts'
import { fakeClient, messageOf } from './fake-client.ts'
import { followed, watch } from './model-stage.ts'

async function stage(messages = 1) {
  const fake = fakeClient()
  fake.state.messages = Array.from({ length: messages }, (_, at) => messageOf(at + 1))
  const model = await followed(fake.client)
  const chat = model.conversation('alice', 'greeter')
  watch(chat)
  await expect.poll(() => chat.value?.messages.at(-1)?.message_id).toBe(messages)
  return { fake, model, chat, texts: () => chat.value?.messages.map(({ text }) => text) }
}

const updateOf = (update_id: number) => ({
  type: 'update',
  bot: 'greeter',
  update_id,
  update_type: 'message',
  update: { update_id },
})

const REFUSED = { method: 'sendMessage', ok: false, status: 400, params: {}, body: {} }

const updateIds = (entries: readonly TrafficEntry[]) =>
  entries.flatMap((entry) => (entry.kind === 'update' ? entry.updateId : []))

it('an undo is one line of the traffic, with the time to which it set the clock', async () => {
  const { fake, model } = await stage()
  const texts = () =>
    model.traffic.value.flatMap((entry): (string | number)[] =>
      entry.kind === 'note' ? [entry.text] : updateIds([entry]),
    )
  const clock = (now: number) => ({ type: 'clock', clock: { now, frozen: true } })
  const restored = { type: 'world', how: 'restored' }
  for (const event of [updateOf(1), clock(0), restored, clock(60), updateOf(2), clock(120), clock(180)])
    fake.emit(event)
  const at = (minute: number) => `the clock: Thu 1970-01-01 00:0${minute}:00, frozen`
  await expect.poll(texts).toEqual([1, `the world was restored, ${at(1)}`, 2, at(3)])
})

describe('a connection that breaks', () => {
  it('is opened again, and what happened meanwhile arrives once', async () => {
    const { fake, model, texts } = await stage()
    fake.emit(updateOf(1))
    await expect.poll(() => updateIds(model.traffic.value)).toEqual([1])
    fake.goDown()
    await expect.poll(() => model.link.value).toBe('lost')
    fake.emit(updateOf(2))
    fake.say('missed')
    fake.state.isUp = true
    model.reconnect()
    await expect.poll(() => model.link.value).toBe('open')
    await expect.poll(texts).toEqual(['text 1', 'missed'])
    await expect.poll(() => updateIds(model.traffic.value)).toEqual([1, 2])
  })

  it('asks for another token if the emulator refuses the old one', async () => {
    const { fake, model } = await stage()
    fake.state.token = 'secret'
    fake.goDown()
    await expect.poll(() => model.link.value).toBe('token')
    fake.state.token = undefined
    fake.state.isUp = true
    model.reconnect()
    await expect.poll(() => model.link.value).toBe('open')
  })

  it('uses a token that is typed while the one before is refused', async () => {
    const { fake, model } = await stage()
    fake.state.token = 'secret'
    fake.goDown()
    await expect.poll(() => model.link.value).toBe('token')
    fake.state.isUp = true
    model.reconnect()
    await Promise.resolve()
    fake.state.token = undefined
    model.reconnect()
    await expect.poll(() => model.link.value).toBe('open')
  })

  it('may lead to another emulator, of whose world everything is new', async () => {
    const { fake, model, texts } = await stage(3)
    for (const id of [1, 2, 3]) fake.emit(updateOf(id))
    await expect.poll(() => updateIds(model.traffic.value)).toEqual([1, 2, 3])
    fake.goDown()
    await expect.poll(() => model.link.value).toBe('lost')
    fake.restart()
    fake.state.people = [{ id: 2, handle: 'bob', first_name: 'Bob' }]
    fake.state.messages = [messageOf(1, 'new')]
    model.reconnect()
    await expect.poll(() => model.people.value.map(({ handle }) => handle)).toEqual(['bob'])
    await expect.poll(texts).toEqual(['new'])
    expect(model.traffic.value).toEqual([])
    expect(model.counts.value).toEqual({ calls: 0, refused: 0 })
  })
})

describe('the messages of a chat', () => {
  it('include one that arrives while the chat is loaded', async () => {
    const { fake, texts } = await stage()
    const held = Promise.withResolvers<void>()
    fake.state.hold = held.promise
    const before = fake.loads['/users/:user/chats/:chat'] ?? 0
    fake.emit({ type: 'world', how: 'restored' })
    await expect.poll(() => fake.loads['/users/:user/chats/:chat']).toBe(before + 1)
    fake.say('late')
    await expect.poll(texts).toEqual(['text 1', 'late'])
    fake.state.hold = undefined
    held.resolve()
    await new Promise((resolve) => setTimeout(resolve))
    expect(texts()).toEqual(['text 1', 'late'])
  })

  it('are loaded again after the world was replaced', async () => {
    const { fake, texts } = await stage(3)
    fake.state.messages = [messageOf(1, 'restored')]
    fake.emit({ type: 'world', how: 'restored' })
    await expect.poll(texts).toEqual(['restored'])
  })

  it('of 10 000 are loaded back to a message, and change in little time', async () => {
    const { fake, model, chat } = await stage(10_000)
    expect(chat.value).toMatchObject({ hasEarlier: true, messages: { length: 300 } })
    await model.loadEarlier('alice', 'greeter')
    expect(chat.value).toMatchObject({ hasEarlier: true, messages: { length: 600 } })
    await model.loadEarlier('alice', 'greeter', 1)
    await model.loadEarlier('alice', 'greeter')
    expect(chat.value).toMatchObject({ hasEarlier: false, messages: { length: 10_000 } })
    const used = process.cpuUsage()
    for (let i = 0; i < 1000; i++) fake.say()
    await expect.poll(() => chat.value?.messages.length).toBe(11_000)
    const { user, system } = process.cpuUsage(used)
    expect((user + system) / 1000).toBeLessThan(1000)
  })
})

describe('1 000 events a second', () => {
  it('change a chat once a frame, load nothing more often than ten times a second, and are all counted', async () => {
    const fake = fakeClient()
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const model = createModel(fake.client, { nowMs: () => 0 })
    const stop = new AbortController()
    const following = model.follow(stop.signal)
    const chat = model.conversation('alice', 'greeter')
    let changes = 0
    onTestFinished(chat.subscribe(() => changes++))
    onTestFinished(model.chats('alice').subscribe(() => {}))
    await vi.advanceTimersByTimeAsync(200)
    changes = 0
    const before = { ...fake.loads }
    for (let ms = 0; ms < 1000; ms++) {
      if (ms % 2) fake.say()
      else fake.emit({ type: 'call', bot: 'greeter', call: { ...REFUSED, id: ms } })
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(200)
    expect(chat.value?.messages.length).toBe(501)
    expect(model.counts.value).toEqual({ calls: 500, refused: 500 })
    expect(changes).toBeLessThanOrEqual(21)
    for (const [path, count] of Object.entries(fake.loads))
      expect([path, count - (before[path] ?? 0) <= 13]).toEqual([path, true])
    stop.abort()
    await vi.advanceTimersByTimeAsync(1)
    await following
  })
})
