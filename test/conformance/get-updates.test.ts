// getUpdates: what is handed out, what is acknowledged, and waiting.

import { expect, it } from 'vitest'
import { type Answer, granted, NOON, openPoll, refused, service } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { HUGE } from './huge.ts'
import { privateChatOf, userOf } from './wire.ts'

/** A bot that Alice has started and, with further words, has as many updates waiting as asked for. */
async function waiting(count: number) {
  const s = await service()
  const alice = await s.user('Alice')
  const bot = await s.bot()
  const say = (text: string) => s.act('send', { as: 'alice', to: bot.handle, text })
  if (count) await s.act('start', { as: 'alice', bot: bot.handle })
  for (let n = 2; n <= count; n++) await say(`${n}`)
  const get = (params = {}) => bot.call('getUpdates', params)
  const ids = async (params = {}) => idsOf(await get(params))
  return { s, alice, bot, say, get, ids }
}

const idsOf = ({ status, body }: Answer): number[] => {
  expect(status).toBe(200)
  return body.result.map((update: { update_id: number }) => update.update_id)
}

const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

const TAKEN_OVER = refused(
  409,
  'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
)

it('UPD-01 UPD-15 answers an empty queue at once with an empty array', async () => {
  // The clock stands still, so a wait of any length would never end.
  const { get } = await waiting(0)
  expect(await get()).toEqual(granted([]))
  expect(await get({ timeout: 0 })).toEqual(granted([]))
})

it('UPD-02 UPD-03 UPD-04 GAP-77 GAP-104 brings the start of a chat as the message of update 1', async () => {
  const { alice, get } = await waiting(1)
  const message = {
    message_id: 1,
    from: userOf(alice),
    chat: privateChatOf(alice),
    date: NOON,
    text: '/start',
    entities: [{ type: 'bot_command', offset: 0, length: 6 }],
  }
  expect(await get()).toEqual(granted([{ update_id: 1, message }]))
})

it('GAP-77 numbers the updates of each bot for itself', async () => {
  const { s, ids } = await waiting(3)
  const other = await s.bot()
  await s.act('start', { as: 'alice', bot: other.handle })
  expect(await ids()).toEqual([1, 2, 3])
  expect((await other.drain()).map((update) => update.update_id)).toEqual([1])
})

it('UPD-05 hands out unconfirmed updates again', async () => {
  const { get } = await waiting(3)
  const first = await get()
  expect(idsOf(first)).toEqual([1, 2, 3])
  expect(await get()).toEqual(first)
})

it('UPD-06 UPD-08 acknowledges what is below the offset and keeps what is not', async () => {
  const { ids } = await waiting(3)
  expect(await ids({ offset: 2 })).toEqual([2, 3])
  expect(await ids()).toEqual([2, 3])
  expect(await ids({ offset: 3 })).toEqual([3])
  expect(await ids()).toEqual([3])
})

it('UPD-07 GAP-77 acknowledges all with the last id + 1, and goes on counting', async () => {
  const { ids, say } = await waiting(3)
  expect(await ids({ offset: 4 })).toEqual([])
  expect(await ids()).toEqual([])
  await say('more')
  expect(await ids()).toEqual([4])
})

it.each([
  [-1, [3]],
  [-2, [2, 3]],
  [-3, [1, 2, 3]],
])('UPD-09 UPD-10 GAP-80 hands out the end of the queue for %d, and forgets what comes before', async (offset, end) => {
  const { ids } = await waiting(3)
  expect(await ids({ offset })).toEqual(end)
  expect(await ids()).toEqual(end)
})

it('GAP-80 hands out all updates for a negative offset beyond the start of the queue', async () => {
  const { ids } = await waiting(3)
  for (const offset of [-4, -1e20, `-${'9'.repeat(400)}`]) expect(await ids({ offset })).toEqual([1, 2, 3])
  expect(await ids()).toEqual([1, 2, 3])
})

it('GAP-81 takes offset 0 for none, and one far beyond the end for all', async () => {
  const { ids } = await waiting(3)
  expect(await ids({ offset: 0 })).toEqual([1, 2, 3])
  expect(await ids({ offset: 1_000 })).toEqual([])
  expect(await ids()).toEqual([])
})

it('GAP-81 acknowledges all with any offset beyond, however large, and goes on counting', async () => {
  const { ids, say } = await waiting(3)
  for (const [i, offset] of HUGE.entries()) {
    expect(await ids({ offset })).toEqual([])
    expect(await ids()).toEqual([])
    await say('more')
    expect(await ids()).toEqual([4 + i])
  }
})

it('UPD-11 UPD-13 hands out at most 100 updates, by default too', async () => {
  const { ids, get } = await waiting(101)
  expect(await ids()).toEqual(upTo(100))
  expect(await ids({ limit: 100 })).toEqual(upTo(100))
  for (const limit of [101, ...HUGE]) {
    expect(await get({ limit })).toEqual(refused(400, 'Bad Request: limit: Too big: expected number to be <=100'))
  }
  expect(await ids({ offset: 101 })).toEqual([101])
})

it('UPD-12 UPD-14 GAP-82 hands out as many updates as limit says, at least one', async () => {
  const { ids, get } = await waiting(3)
  expect(await ids({ limit: 1 })).toEqual([1])
  expect(await ids({ limit: 2 })).toEqual([1, 2])
  expect(await ids({ limit: 1, offset: -2 })).toEqual([2])
  const tooSmall = refused(400, 'Bad Request: limit: Too small: expected number to be >=1')
  expect(await get({ limit: 0 })).toEqual(tooSmall)
  expect(await get({ limit: -1 })).toEqual(tooSmall)
})

it.each([
  [{ timeout: -1 }, 'timeout: Too small: expected number to be >=0'],
  [{ timeout: 'soon' }, 'timeout: Invalid input: expected number, received string'],
  [{ limit: 'all' }, 'limit: Invalid input: expected number, received string'],
  [{ limit: 1.5 }, 'limit: Invalid input: expected int, received number'],
  [{ offset: 'last' }, 'offset: Invalid input: expected number, received string'],
  [{ allowed_updates: 'message' }, 'allowed_updates: Invalid input: expected array, received string'],
])('GAP-82 refuses %o', async (params, reason) => {
  const { get } = await waiting(0)
  expect(await get(params)).toEqual(refused(400, `Bad Request: ${reason}`))
})

it('UPD-21 GAP-79 GAP-82 takes a list of 20 elements, repeated names counted, and none of 21', async () => {
  const { s, get } = await waiting(0)
  expect(await get({ allowed_updates: Array(20).fill('message') })).toEqual(granted([]))
  const tooBig = refused(400, 'Bad Request: allowed_updates: Too big: expected array to have <=20 items')
  expect(await get({ allowed_updates: Array(21).fill('message') })).toEqual(tooBig)
  expect(await get({ allowed_updates: Array.from({ length: 21 }, (_, i) => `unknown${i}`) })).toEqual(tooBig)
  expect((await s.view('/calls')).at(-1)).toMatchObject({
    rule: 'UPD-21',
    why: 'allowed_updates has more than 20 names; Update.ALL_TYPES of python-telegram-bot and update_types of pyTelegramBotAPI are too long; list the types that the bot handles, or omit the parameter',
  })
})

it('GAP-82 acknowledges and filters nothing in a call that is refused', async () => {
  const { get, ids, say } = await waiting(3)
  const refusal = refused(400, 'Bad Request: limit: Too big: expected number to be <=100')
  expect(await get({ offset: 3, limit: 101, allowed_updates: ['callback_query'] })).toEqual(refusal)
  await say('4')
  expect(await ids()).toEqual([1, 2, 3, 4])
})

it('GAP-83 keeps each update for 24 hours', async () => {
  const { s, ids, say } = await waiting(1)
  await s.act('advanceClock', { seconds: 3_600 })
  await say('an hour later')
  await s.act('advanceClock', { seconds: 23 * 3_600 - 1 })
  expect(await ids()).toEqual([1, 2])
  await s.act('advanceClock', { seconds: 2 })
  expect(await ids()).toEqual([2])
  await s.act('advanceClock', { seconds: 3_600 })
  expect(await ids()).toEqual([])
  await say('a day later')
  expect(await ids()).toEqual([3])
})

it('UPD-16 ends a wait with the update that comes meanwhile', async () => {
  const { s, alice, bot, say } = await waiting(0)
  const poll = await openPoll(s, bot)
  await say('hello')
  const message = { message_id: 1, from: userOf(alice), chat: privateChatOf(alice), date: NOON, text: 'hello' }
  expect(await poll.answer).toEqual(granted([{ update_id: 1, message }]))
})

it('UPD-17 waits as long as asked for by the clock, and then answers with an empty array', async () => {
  const { s, bot } = await waiting(0)
  const poll = await openPoll(s, bot, { timeout: 2 })
  await s.act('advanceClock', { seconds: 2 })
  expect(await poll.answer).toEqual(granted([]))
})

it.each([
  [20, 20],
  [50, 50],
  [60, 50],
  [1_000_000, 50],
])('UPD-17 UPD-19 UPD-20 waits with timeout %d for %d seconds and no less', async (timeout, seconds) => {
  const { s, bot, say } = await waiting(0)
  const poll = await openPoll(s, bot, { timeout })
  await s.act('advanceClock', { seconds: seconds - 0.001 })
  await say('just in time')
  expect(idsOf(await poll.answer)).toEqual([1])
})

it.each([
  [50, 50],
  [51, 50],
  [1_000_000, 50],
  [1e20, 50],
  ['99999999999999999999', 50],
])('UPD-19 UPD-20 waits with timeout %s for %d seconds and no more', async (timeout, seconds) => {
  const { s, bot } = await waiting(0)
  const poll = await openPoll(s, bot, { timeout })
  await s.act('advanceClock', { seconds })
  expect(await poll.answer).toEqual(granted([]))
})

it('UPD-17 waits as long by a clock that runs', async () => {
  const { s, bot } = await waiting(0)
  await s.act('resumeClock')
  const poll = await openPoll(s, bot, { timeout: 30 })
  await s.act('advanceClock', { seconds: 30 })
  expect(await poll.answer).toEqual(granted([]))
})

it('UPD-18 does not wait if an update is pending', async () => {
  const { ids } = await waiting(2)
  expect(await ids({ timeout: 50 })).toEqual([1, 2])
  expect(await ids({ timeout: 50, offset: 2 })).toEqual([2])
})

it('UPD-16 waits after confirming all updates', async () => {
  const { s, bot, say, ids } = await waiting(2)
  const poll = await openPoll(s, bot, { timeout: 50, offset: 3 })
  await say('3')
  expect(idsOf(await poll.answer)).toEqual([3])
  expect(await ids()).toEqual([3])
})

it('UPD-16 EVT-10 is not woken by an update that the filter drops', async () => {
  const { s, bot, say } = await waiting(1)
  await bot.drain()
  const poll = await openPoll(s, bot, { timeout: 50, allowed_updates: ['my_chat_member'] })
  await say('dropped')
  await s.act('block', { as: 'alice', bot: bot.handle })
  const { body } = await poll.answer
  expect(body.result).toHaveLength(1)
  expect(Object.keys(body.result[0])).toEqual(['update_id', 'my_chat_member'])
})

it('UPD-22 UPD-23 ends a waiting call when another comes, which goes on', async () => {
  const { s, bot, say } = await waiting(0)
  const first = await openPoll(s, bot)
  const second = await openPoll(s, bot)
  expect(await first.answer).toEqual(TAKEN_OVER)
  const third = await openPoll(s, bot)
  expect(await second.answer).toEqual(TAKEN_OVER)
  await say('hello')
  expect(idsOf(await third.answer)).toEqual([1])
})

it('UPD-22 UPD-23 ends a waiting call when another comes that does not wait', async () => {
  const { s, bot, get } = await waiting(0)
  const poll = await openPoll(s, bot)
  expect(await get()).toEqual(granted([]))
  expect(await poll.answer).toEqual(TAKEN_OVER)
})

it('UPD-22 GAP-84 keeps what a waiting call has acknowledged and set when another ends it', async () => {
  const { s, bot, say, get } = await waiting(2)
  const poll = await openPoll(s, bot, { timeout: 50, offset: 3, allowed_updates: ['my_chat_member'] })
  expect(await get()).toEqual(granted([]))
  expect(await poll.answer).toEqual(TAKEN_OVER)
  await say('dropped')
  expect(await get()).toEqual(granted([]))
})

it('UPD-22 leaves a waiting call alone when the other is refused', async () => {
  const { s, bot, say, get } = await waiting(0)
  const poll = await openPoll(s, bot)
  expect((await get({ limit: 0 })).status).toBe(400)
  await say('hello')
  expect(idsOf(await poll.answer)).toEqual([1])
})

it('UPD-24 lets several bots wait side by side, each for its own', async () => {
  const { s, bot, say } = await waiting(0)
  const others = [await s.bot(), await s.bot()] as const
  const mine = await openPoll(s, bot)
  const [second, third] = [await openPoll(s, others[0]), await openPoll(s, others[1])]
  await say('to the first')
  expect(idsOf(await mine.answer)).toEqual([1])
  await s.act('start', { as: 'alice', bot: others[1].handle })
  expect((await third.answer).body.result[0].message.text).toBe('/start')
  await s.act('advanceClock', { seconds: 50 })
  expect(await second.answer).toEqual(granted([]))
})

it('GAP-15 ends a waiting call when the bot is suspended', async () => {
  const { s, bot } = await waiting(0)
  const poll = await openPoll(s, bot)
  await s.act('updateBot', { bot: bot.handle, suspended: true })
  expect(await poll.answer).toEqual(refused(403, 'Forbidden: bot is suspended'))
})

it('UPD-06 UPD-16 keeps the queue if the caller hangs up', async () => {
  const { s, bot, say, ids } = await waiting(0)
  const caller = new AbortController()
  const { signal } = caller
  const gone = fetch(`${s.url}/bot${bot.token}/getUpdates?timeout=50&offset=100`, { signal }).catch(() => 'gone')
  await until(() => s.isPolling(bot.id))
  caller.abort()
  expect(await gone).toBe('gone')
  await until(async () => !(await s.isPolling(bot.id)))
  await say('hello')
  expect(await ids()).toEqual([1])
})
