// The model of a screen over a real emulator: what it loads, what events change, what actions tell.

import { describe, expect, it } from 'vitest'
import { httpClient } from '../../src/control/client/http-client.ts'
import { followed, stage, watch } from './model-stage.ts'

describe('what is loaded', () => {
  it('people and bots are loaded, with the way in which a bot gets its updates', async () => {
    const { model, here } = await stage()
    expect(model.url.value).toBe(here.url)
    expect(model.people.value.map(({ handle }) => handle)).toEqual(['alice', 'bob', 'greeter-owner'])
    expect(model.bots.value).toMatchObject([
      { handle: 'greeter', delivery: { polling: false, waiting: 0, idle: true } },
    ])
    expect(model.clock.value).toMatchObject({ now: 1_800_014_400, frozen: true })
  })

  it('people who are deleted leave the list', async () => {
    const { model, here } = await stage()
    await here.act('updateUser', { user: 'bob', deleted: true })
    await expect.poll(() => model.people.value.map(({ handle }) => handle)).toEqual(['alice', 'greeter-owner'])
  })

  it('a chat is loaded while somebody watches it, and follows its events', async () => {
    const { model, bot, here } = await stage()
    const chat = model.conversation('alice', 'greeter')
    expect(chat.peek()).toBeUndefined()
    watch(chat)
    await expect.poll(() => chat.value?.messages.map(({ text }) => text)).toEqual(['/start'])
    const { id } = model.people.value[0]!
    const sent = await bot.ok('sendMessage', { chat_id: id, text: 'Hello' })
    await expect.poll(() => chat.value?.messages.at(-1)?.text).toBe('Hello')
    await bot.ok('editMessageText', { chat_id: id, message_id: sent.message_id, text: 'Hi' })
    await expect.poll(() => chat.value?.messages.map(({ text }) => text)).toEqual(['/start', 'Hi'])
    await here.act('delete', { as: 'alice', chat: 'greeter', message_id: sent.message_id })
    await expect.poll(() => chat.value?.messages.map(({ text }) => text)).toEqual(['/start'])
  })

  it('a chat that the person has not started is null, until the start', async () => {
    const { model } = await stage()
    const chat = model.conversation('bob', 'greeter')
    watch(chat)
    await expect.poll(() => chat.value).toBeNull()
    expect(await model.perform('start', { as: 'bob', bot: 'greeter' })).toMatchObject({ ok: true })
    await expect.poll(() => chat.value?.messages.map(({ text }) => text)).toEqual(['/start'])
  })

  it('the chats of a person have unread counts, which change', async () => {
    const { model, bot } = await stage()
    const chats = model.chats('alice')
    watch(chats)
    await expect.poll(() => chats.value?.map(({ handle, unread }) => [handle, unread])).toEqual([['greeter', 0]])
    await bot.ok('sendMessage', { chat_id: model.people.value[0]!.id, text: 'Hello' })
    await expect.poll(() => chats.value?.map(({ handle, unread }) => [handle, unread])).toEqual([['greeter', 1]])
  })

  it('a view is loaded again after events, but only while it is watched', async () => {
    const { model, here } = await stage()
    const updates = model.view('/bots/:bot/updates', { bot: 'greeter' })
    expect(model.view('/bots/:bot/updates', { bot: 'greeter' })).toBe(updates)
    const end = updates.subscribe(() => {})
    await expect.poll(() => updates.peek()).toEqual([])
    await here.act('send', { as: 'alice', to: 'greeter', text: 'one' })
    await expect.poll(() => updates.peek()?.length).toBe(1)
    end()
    await here.act('send', { as: 'alice', to: 'greeter', text: 'two' })
    await expect.poll(() => model.bots.value[0]?.delivery.waiting).toBe(2)
    expect(updates.peek()?.length).toBe(1)
  })
})

describe('the traffic', () => {
  it('has earlier and later updates with the calls that answer them, and counts refusals', async () => {
    const { model, bot, here } = await stage()
    const { id } = model.people.value[0]!
    await here.act('send', { as: 'alice', to: 'greeter', text: 'Hello' })
    await bot.ok('getUpdates')
    await bot.call('sendMessage', { chat_id: id, text: '' })
    await expect.poll(() => model.counts.value.refused).toBe(1)
    const entries = model.traffic.value
    const calls = entries.filter(({ kind }) => kind !== 'note')
    expect(calls.map((entry) => (entry.kind === 'call' ? entry.call.method : entry.kind))).toEqual([
      'update',
      'getUpdates',
      'update',
      'getUpdates',
      'sendMessage',
    ])
    expect(calls[4]).toMatchObject({ cause: calls[2]?.id, call: { ok: false, status: 400 } })
  })

  it('of a screen that opens after the world was deleted does not say that events were missed', async () => {
    const { bot, here } = await stage()
    await here.act('clearWorld')
    expect((await bot.call('getMe')).status).toBe(401)
    const later = await followed(httpClient(here.url))
    await expect.poll(() => later.counts.value).toEqual({ calls: 1, refused: 1 })
    expect(later.traffic.value.map((entry) => (entry.kind === 'note' ? entry.text : entry.kind))).toEqual([
      expect.stringMatching(/^the clock: /),
      'call',
    ])
  })

  it('a call stands for the fault that it met; a fault of a poll that succeeded keeps its entry', async () => {
    const { model, bot, here } = await stage()
    const { id } = model.people.value[0]!
    await here.act('injectFault', { duplicate_updates: true })
    await here.act('send', { as: 'alice', to: 'greeter', text: 'Hello' })
    await bot.drain()
    for (const fault of [{ status: 429 }, { delay_ms: 1 }]) {
      await here.act('injectFault', { operation: 'sendMessage', ...fault })
      await bot.call('sendMessage', { chat_id: id, text: 'Hi' })
    }
    await expect.poll(() => model.counts.value.calls).toBe(6)
    const words = model.traffic.value.flatMap((entry) => {
      if (entry.kind === 'note') return entry.text
      return entry.kind === 'call' && !entry.call.housekeeping ? `${entry.call.method}: ${entry.call.why}` : []
    })
    expect(words.slice(-3)).toEqual([
      'injected fault 1: updates delivered twice',
      'sendMessage: injected fault 2: 429 Too Many Requests',
      'sendMessage: injected fault 3: delayed by 1 ms',
    ])
  })
})

describe('what becomes of actions', () => {
  it('a refused action tells why, without a throw', async () => {
    const { model } = await stage()
    expect(await model.perform('send', { as: 'alice', to: 'nobody', text: 'Hello' })).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('nobody') },
    })
  })

  it('undo restores the world before the latest action, and redo the world after it', async () => {
    const { model } = await stage({ undo: true })
    const chat = model.conversation('alice', 'greeter')
    watch(chat)
    const texts = () => chat.value?.messages.map(({ text }) => text)
    for (const text of ['one', 'two']) await model.perform('send', { as: 'alice', to: 'greeter', text })
    await expect.poll(texts).toEqual(['/start', 'one', 'two'])
    expect(await model.undo()).toEqual({ ok: true, result: { action: 'send' } })
    expect(await model.undo()).toEqual({ ok: true, result: { action: 'send' } })
    await expect.poll(texts).toEqual(['/start'])
    expect(await model.undo()).toMatchObject({ ok: false, problem: { message: 'Nothing to undo.' } })
    await model.redo()
    await model.redo()
    await expect.poll(texts).toEqual(['/start', 'one', 'two'])
    expect(await model.redo()).toMatchObject({ ok: false, problem: { message: 'Nothing to redo.' } })
  })

  it('a recording has the steps, and the result of its replay', async () => {
    const { model, here } = await stage()
    watch(model.recorded)
    await model.beginRecording()
    await here.act('send', { as: 'alice', to: 'greeter', text: 'Hello' })
    await expect.poll(() => model.recorded.value?.steps).toEqual(['send: { as: alice, to: greeter, text: Hello }'])
    await model.stopRecording()
    expect(model.recording.value).toMatchObject({ isRunning: false })
    await model.replayRecording()
    expect(model.recording.value).toMatchObject({ replay: { steps: 1, failures: {} } })
  })
})
