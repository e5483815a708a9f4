// reset: everything or one layer, of all or of one bot, under a bot that goes on running.

import { setTimeout as pause } from 'node:timers/promises'
import { Bot } from 'grammy'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { granted, openPoll, refused, service } from '../../helpers/service.ts'
import { beginUpload, HEAD } from '../../helpers/slow-upload.ts'
import { ALICE, stage, TEAM } from '../../helpers/stage.ts'
import { until } from '../../helpers/until.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the control interface answers is looked into freely by tests
type Json = any

describe('everything', () => {
  it('leaves nobody and nothing, the real clock, and no record', async () => {
    const { s, bot } = await stage()
    await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file: { name: 'a', base64: 'YQ==' } })
    await s.act('updateService', { name: 'Other', content_filter: [{ match: 'x' }] })
    await s.act('injectFault', { status: 500 })
    expect(await s.act('reset')).toBe(true)
    for (const view of ['/users', '/bots', '/chats', '/calls', '/faults']) expect(await s.view(view)).toEqual([])
    expect(s.emulator.world.service).toMatchObject({ name: 'Service', content_filter: [] })
    const { clock } = await s.view('/health')
    expect(clock.frozen).toBe(false)
    expect(Math.abs(clock.now * 1000 - performance.timeOrigin - performance.now())).toBeLessThan(10_000)
    await s.user('Alice', { handle: 'alice', id: ALICE.id })
    expect(await s.view('/users/alice/chats')).toEqual([])
    const again = await s.bot({ token: bot.token, id: bot.id, handle: 'greeter', username: 'greeter_bot' })
    expect((await again.call('getMe')).status).toBe(200)
  })

  it('a file_id of the old world names nothing in the new one', async () => {
    const s = await service()
    const furnish = async () => {
      await s.user('Alice', { handle: 'alice', id: 201 })
      const bot = await s.bot({ id: 900, token: '900:t', handle: 'greeter' })
      await s.act('start', { as: 'alice', bot: 'greeter' })
      await s.act('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file: { name: 'a', base64: 'YQ==' } })
      return { bot, id: (await bot.drain()).at(-1).message.document.file_id }
    }
    const { id: old } = await furnish()
    await s.act('reset')
    const { bot, id: fresh } = await furnish()
    const send = (document: string) => bot.call('sendDocument', { chat_id: 201, document })
    expect(await send(old)).toEqual(refused(400, 'Bad Request: wrong file identifier/HTTP URL specified'))
    expect((await send(fresh)).status).toBe(200)
  })

  it('keeps the settings that were fixed at the start', async () => {
    const { createEmulator } = await import('../../../src/emulator.ts')
    const emulator = createEmulator({ service: { name: 'Telegram' } })
    onTestFinished(() => emulator.close())
    emulator.perform('updateService', { name: 'Other', domain: 'other.example' })
    emulator.perform('reset', {})
    expect(emulator.world.service).toMatchObject({ name: 'Telegram', domain: 'service.example' })
  })

  it('gives a place among the transfers back when its request ends, not before', async () => {
    const { s, bot } = await stage()
    const leave = s.emulator.world.transfers.takeSlot(s.emulator.world.store.bots.byToken(bot.token)!)
    await s.act('reset')
    expect(s.emulator.world.transfers.countOverall()).toBe(1)
    leave()
    expect(s.emulator.world.transfers.countOverall()).toBe(0)
  })

  it('tells listeners, and a waiting test is not thrown out', async () => {
    const { s, bot } = await stage()
    const waiting = s.emulator.wait({ call: 'getMe', bot: 'greeter', within: 10 })
    const stop = new AbortController()
    const feed = s.emulator.feed({ type: 'world' }, stop.signal)
    const next = feed.next()
    await s.act('reset')
    expect((await next).value).toMatchObject({ type: 'world', how: 'reset' })
    stop.abort()
    const again = await s.bot({ token: bot.token, handle: 'greeter' })
    await again.call('getMe')
    expect(await waiting).toMatchObject({ method: 'getMe', bot: 'greeter' })
  })
})

describe('a bot made again with the same token', () => {
  it('goes on above the update ids that it has seen', async () => {
    const { s, bot } = await stage()
    const last = (await bot.drain()).at(-1).update_id
    await s.act('reset')
    await s.user('Alice', { handle: 'alice' })
    const again = await s.bot({ token: bot.token, handle: 'greeter' })
    const poll = openPoll(s, again, { offset: last + 1, timeout: 50 })
    const { answer } = await poll
    await s.act('start', { as: 'alice', bot: 'greeter' })
    const [update] = (await answer).body.result
    expect(update).toMatchObject({ update_id: last + 1, message: { text: '/start' } })
  })

  it('also under another id, and after a second reset without it', async () => {
    const { s, bot } = await stage()
    const last = (await bot.drain()).at(-1).update_id
    await s.act('reset')
    await s.bot({ handle: 'other' })
    await s.act('reset')
    await s.user('Alice', { handle: 'alice' })
    const again = await s.bot({ token: bot.token, id: 77, handle: 'greeter' })
    await s.act('start', { as: 'alice', bot: 'greeter' })
    expect((await again.drain())[0].update_id).toBe(last + 1)
  })

  it('its open getUpdates is answered with an empty list', async () => {
    const { s, bot } = await stage()
    await bot.drain()
    const { answer } = await openPoll(s, bot)
    await s.act('reset')
    expect(await answer).toEqual(granted([]))
  })

  it('what it calls in between is answered when a snapshot brings it back', async () => {
    const { s, bot } = await stage()
    await s.act('snapshot', { name: 'before' })
    await s.act('reset')
    const before = performance.now()
    const answer = bot.call('getMe')
    await s.act('restore', { name: 'before' })
    expect((await answer).status).toBe(200)
    expect(performance.now() - before).toBeLessThan(3000)
  })

  it('what it calls in between waits until it is there again', async () => {
    const { s, bot } = await stage()
    await s.act('reset')
    const between = bot.call('getMe')
    await pause(100)
    await s.bot({ token: bot.token, id: bot.id, first_name: 'New', handle: 'greeter' })
    expect((await between).body.result).toMatchObject({ id: bot.id, first_name: 'New' })
  })

  it.each([
    ['at once', 'getMe', {}, { id: 77 }],
    ['after a look at something', 'setWebhook', { url: '' }, true],
    ['in a queue that is asked for', 'getUpdates', {}, []],
  ])(
    'what it has called just before, %s, is carried out when it is there again',
    async (_how, method, input, result) => {
      const { s, bot } = await stage()
      const answer = s.emulator.call({ token: bot.token, method, input })
      s.emulator.perform('reset', {})
      await pause(50)
      await s.bot({ token: bot.token, id: 77, handle: 'greeter' })
      expect(JSON.parse((await answer).body)).toMatchObject({ ok: true, result })
    },
  )

  it.each([
    ['reset', {}],
    ['clearWorld', { keep: ['greeter'] }],
  ])('what a fault has held back is not carried out in the world after %s', async (action, params) => {
    const { s, bot } = await stage()
    await s.act('injectFault', { delay_ms: 3_600_000 })
    const lost = bot.call('setMyName', { name: 'Late' })
    await until(async () => (await s.view('/faults'))[0].fired === 1)
    await Promise.all([expect(lost).rejects.toThrow('ECONNRESET'), s.act(action, params)])
    if (action === 'reset') await s.bot({ token: bot.token, id: bot.id, first_name: 'Greeter', handle: 'greeter' })
    expect((await bot.call('getMe')).body.result).toMatchObject({ id: bot.id, first_name: 'Greeter' })
  })

  it('what it was uploading is looked at when it is there again', async () => {
    const { s, bot } = await stage()
    const upload = await beginUpload(s, bot, { query: `?chat_id=${ALICE.id}`, body: '' })
    await pause(50)
    await s.act('reset')
    upload.send(HEAD('document'))
    await pause(50)
    await s.bot({ token: bot.token, id: bot.id, handle: 'greeter' })
    expect(await upload.finish()).toEqual(refused(400, 'Bad Request: chat not found'))
  })
})

it('a grammY bot polls on across ten resets', async () => {
  const s = await service({ frozen: false })
  const token = '4242:the-same-all-along'
  const greeter = new Bot(token, { client: { apiRoot: s.url } })
  const heard: string[] = []
  let highest = 0
  greeter.on('message:text', async (ctx) => {
    expect(ctx.update.update_id).toBeGreaterThan(highest)
    highest = ctx.update.update_id
    heard.push(ctx.message.text)
    await ctx.reply(`Hello, ${ctx.from.first_name}`)
  })
  const furnish = async (round: number) => {
    // Other people before it: the bot has another id each time.
    for (let i = 0; i <= round; i++) await s.user(`Person ${i}`, { handle: `person${i}` })
    await s.act('createBot', { first_name: 'Greeter', token, handle: 'greeter' })
  }
  await furnish(0)
  let ended = false
  const running = greeter.start().finally(() => {
    ended = true
  })
  onTestFinished(async () => {
    await greeter.stop()
    await running
  })
  for (let round = 0; round < 10; round++) {
    await s.act('start', { as: 'person0', bot: 'greeter' })
    await s.act('send', { as: 'person0', to: 'greeter', text: `round ${round}` })
    const chat = () => s.view('/users/person0/chats/greeter')
    await vi.waitUntil(async () => (await chat()).messages.length === 4, { timeout: 10_000, interval: 5 })
    // At times while it waits for updates, at times just as it asks for them.
    if (round % 2) await pause(20)
    await s.act('reset')
    if (round % 3) await pause(10)
    await furnish(round + 1)
  }
  expect(ended).toBe(false)
  expect(heard).toEqual(Array.from({ length: 10 }, (_, i) => ['/start', `round ${i}`]).flat())
})

describe('a layer', () => {
  it('messages: those of all chats, pins, keyboards and what was counted for limits; numbers go on', async () => {
    const { s, bot } = await stage()
    await bot.ok('sendMessage', { chat_id: ALICE.id, text: 'k', reply_markup: { keyboard: [[{ text: 'key' }]] } })
    const waiting = (await s.view('/bots/greeter/updates')).length
    await s.act('reset', { layer: 'messages' })
    for (const { id } of await s.view('/chats')) expect(await s.view(`/chats/${id}/messages`)).toEqual([])
    expect(await s.view('/chats/alice/messages?bot=greeter')).toEqual([])
    expect((await s.view(`/chats/${TEAM.id}`)).pinned_message_id).toBeNull()
    expect((await s.view('/users/alice/chats/greeter')).reply_keyboard).toBeNull()
    expect((await s.view('/bots/greeter/limits')).map(({ used }: Json) => used)).not.toContain(1)
    expect(await s.view('/bots/greeter/updates')).toHaveLength(waiting)
    expect((await bot.ok('sendMessage', { chat_id: ALICE.id, text: 'next' })).message_id).toBe(5)
  })

  it('messages of a bot: its private chats', async () => {
    const { s, bot } = await stage()
    const other = await s.bot({ handle: 'other' })
    await s.act('start', { as: 'alice', bot: 'other' })
    await s.act('reset', { layer: 'messages', bot: 'greeter' })
    expect(await s.view('/chats/alice/messages?bot=greeter')).toEqual([])
    expect(await s.view('/chats/alice/messages?bot=other')).toHaveLength(1)
    expect(await s.view(`/chats/${TEAM.id}/messages`)).toHaveLength(2)
    expect((await bot.call('getMe')).status).toBe((await other.call('getMe')).status)
  })

  it('queues: what waits, of all or of one', async () => {
    const { s, bot } = await stage()
    const other = await s.bot({ handle: 'other' })
    await s.act('start', { as: 'alice', bot: 'other' })
    await s.act('reset', { layer: 'queues', bot: 'greeter' })
    expect(await bot.drain()).toEqual([])
    expect(await s.view('/bots/other/updates')).toHaveLength(1)
    await s.act('reset', { layer: 'queues' })
    expect(await other.drain()).toEqual([])
    expect(await s.view('/chats/alice/messages?bot=other')).toHaveLength(1)
    await s.act('send', { as: 'alice', to: 'greeter', text: 'new' })
    expect(await bot.drain()).toMatchObject([{ update_id: 9, message: { text: 'new' } }])
  })

  it('faults: of all or of one', async () => {
    const { s, bot } = await stage()
    const other = await s.bot({ handle: 'other' })
    await s.act('injectFault', { bot: 'greeter', status: 500 })
    await s.act('injectFault', { bot: 'other', status: 500 })
    await s.act('reset', { layer: 'faults', bot: 'greeter' })
    expect((await bot.call('getMe')).status).toBe(200)
    await s.act('reset', { layer: 'faults' })
    expect((await other.call('getMe')).status).toBe(200)
    expect(await s.view('/users')).not.toEqual([])
  })

  it('all of a bot: the three of them; the bot itself stays as it is', async () => {
    const { s, bot } = await stage()
    await bot.ok('setMyDescription', { description: 'I greet.' })
    const before = await s.view('/bots/greeter')
    await s.act('injectFault', { bot: 'greeter', status: 500 })
    await s.act('reset', { bot: 'greeter' })
    expect(await s.view('/bots/greeter')).toEqual(before)
    expect((await s.view('/bots/greeter/profile')).description).toBe('I greet.')
    expect(await s.view('/faults')).toEqual([])
    expect(await bot.drain()).toEqual([])
    expect(await s.view('/chats/alice/messages?bot=greeter')).toEqual([])
    expect(await s.view(`/chats/${TEAM.id}/messages`)).toHaveLength(2)
  })

  it('keeps the journal', async () => {
    const { s, bot } = await stage()
    await bot.ok('getMe')
    const calls = await s.view('/calls')
    for (const layer of ['messages', 'queues', 'faults']) await s.act('reset', { layer })
    expect(await s.view('/calls')).toEqual(calls)
  })
})
