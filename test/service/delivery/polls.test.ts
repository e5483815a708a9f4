// What wakes an open getUpdates, when several things happen at once.

import { expect, it } from 'vitest'
import { type Clock, createClock } from '../../../src/lib/clock.ts'
import { createPolls } from '../../../src/service/delivery/polls.ts'
import { openPoll, service } from '../../helpers/service.ts'

/** A poll that has been waiting when all of this happens in one go. */
async function woken(...happen: ((on: ReturnType<typeof scene>) => void)[]) {
  const on = scene()
  const waiting = on.poll.wait()
  for (const each of happen) each(on)
  return { ...on, reason: await waiting }
}

function scene() {
  let passed = () => {}
  const clock: Clock = {
    ...createClock(),
    timeout(_, callback) {
      passed = callback
      return () => {}
    },
  }
  const polls = createPolls(clock)
  const caller = new AbortController()
  const poll = polls.enter(1, 50, caller.signal)
  const ring = passed
  return { polls, caller, poll, ring }
}

type Scene = ReturnType<typeof scene>

const news = ({ polls }: Scene) => polls.onEntries([{ type: 'bot', bot: 1, id: 1, at: 0 }])
const timeOut = ({ ring }: Scene) => ring()
const hangUp = ({ caller }: Scene) => caller.abort()
const another = ({ polls }: Scene) => void polls.enter(1, 50)

it.each([
  ['news', [news]],
  ['news', [news, news]],
  ['time', [timeOut]],
  ['time', [timeOut, news]],
  ['time', [news, timeOut]],
  ['gone', [hangUp]],
  ['gone', [hangUp, timeOut]],
  ['gone', [hangUp, news]],
  ['gone', [news, hangUp]],
  ['takeover', [another]],
  ['takeover', [news, another]],
  ['takeover', [hangUp, another]],
  ['takeover', [another, hangUp]],
] as const)('UPD-22 tells of %s by weight, not by time, in case %#', async (reason, happen) => {
  expect((await woken(...happen)).reason).toBe(reason)
})

it('UPD-17 stays at an end, and waits again after news', async () => {
  const ended = await woken(timeOut)
  news(ended)
  expect(await ended.poll.wait()).toBe('time')

  const second = await woken(news)
  const again = second.poll.wait()
  expect(await Promise.race([again, new Promise((resolve) => setTimeout(resolve, 20, 'still waiting'))])).toBe(
    'still waiting',
  )
  news(second)
  expect(await again).toBe('news')
})

it('UPD-22 does not wait for a caller that has gone before', async () => {
  const polls = createPolls(createClock())
  expect(await polls.enter(1, 50, AbortSignal.abort()).wait()).toBe('gone')
})

/** Alice writes several messages before a poll can look. */
async function arrivals(params: object, ...texts: string[]) {
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  const poll = await openPoll(s, bot, { timeout: 50, ...params })
  for (const text of texts) s.emulator.perform('send', { as: 'alice', to: bot.handle, text })
  const textsOf = (updates: { message: { text: string } }[]) => updates.map(({ message }) => message.text)
  return { got: textsOf((await poll.answer).body.result), left: textsOf(await bot.ok('getUpdates')) }
}

it('UPD-06 UPD-16 acknowledges what lies below its offset, also what arrives while it waits', async () => {
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  await s.act('start', { as: 'alice', bot: bot.handle })
  await bot.drain()
  const { answer } = await openPoll(s, bot, { timeout: 50, offset: 4 })
  for (const text of ['two', 'three']) await s.act('send', { as: 'alice', to: bot.handle, text })
  expect(await s.isPolling(bot.id)).toBe(true)
  await s.act('send', { as: 'alice', to: bot.handle, text: 'four' })
  const { result } = (await answer).body
  expect(result).toMatchObject([{ update_id: 4, message: { text: 'four' } }])
  expect(await bot.ok('getUpdates')).toEqual(result)
})

it('UPD-06 UPD-17 ends with nothing where all that came lay below the offset', async () => {
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  const { answer } = await openPoll(s, bot, { timeout: 5, offset: 1000 })
  await s.act('start', { as: 'alice', bot: bot.handle })
  await s.act('advanceClock', { seconds: 5 })
  expect((await answer).body).toEqual({ ok: true, result: [] })
  expect(await bot.ok('getUpdates')).toEqual([])
})

it('ends if another program of the bot starts, which has the updates then', async () => {
  const s = await service()
  await s.user('Alice')
  const bot = await s.bot()
  const { answer } = await openPoll(s, bot)
  s.emulator.reportProgram({ bot: bot.handle, how: 'wrote', lines: ['hi'] })
  expect(await s.isPolling(bot.id)).toBe(true)
  s.emulator.reportProgram({ bot: bot.handle, how: 'started', command: 'node bot.js' })
  expect((await answer).body).toEqual({ ok: true, result: [] })
  expect(await s.isPolling(bot.id)).toBe(false)
  await s.act('start', { as: 'alice', bot: bot.handle })
  expect(await bot.ok('getUpdates')).toMatchObject([{ message: { text: '/start' } }])
})

it('UPD-09 UPD-16 GAP-80 applies a negative offset to what was there, not to what comes', async () => {
  expect(await arrivals({ offset: -1 }, 'one', 'two')).toEqual({ got: ['one', 'two'], left: ['one', 'two'] })
})

it('UPD-12 UPD-16 keeps to the limit after a wait', async () => {
  expect(await arrivals({ limit: 1 }, 'one', 'two')).toEqual({ got: ['one'], left: ['one', 'two'] })
})
