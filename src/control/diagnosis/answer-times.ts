// Measures how long bots take to receive updates, and to answer them with a call.

import { stopwatch } from '../../lib/clock.ts'
import type { RecordedOf } from '../../service/event-log/entry.ts'
import type { HistogramView } from '../contract/people.ts'

/** The upper bounds of the histogram's buckets. Longer times are counted in one more bucket. */
const BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000]

/** Each bot forgets the oldest first, because it may never answer it. */
const MAX_UNANSWERED = 1000

function createHistogram() {
  const counts = [...BOUNDS_MS, Number.POSITIVE_INFINITY].map((bound) => ({ bound, count: 0 }))
  let count = 0
  let maxMs = 0

  /** Estimates the time that the given share of all times does not exceed. */
  function quantile(share: number): number | null {
    let rest = share * count
    for (const bucket of counts) {
      rest -= bucket.count
      if (count > 0 && rest <= 0) return Math.min(bucket.bound, maxMs)
    }
    return null
  }

  return {
    add(ms: number) {
      count++
      maxMs = Math.max(maxMs, Math.ceil(ms))
      const bucket = counts.find(({ bound }) => ms <= bound)
      if (bucket) bucket.count++
    },
    summary: (): HistogramView => ({
      count,
      p50_ms: quantile(0.5),
      p95_ms: quantile(0.95),
      max_ms: maxMs,
      buckets: counts.map((each) => ({
        up_to_ms: each.bound === Number.POSITIVE_INFINITY ? null : each.bound,
        count: each.count,
      })),
    }),
  }
}

interface Unanswered {
  createdMs: number
  /** Texts for the update's chat and its button press. A call that has one of these texts too answers the update. */
  keys: readonly string[]
  isHandedOut: boolean
}

const createTimes = () => ({
  handedOut: createHistogram(),
  firstCall: createHistogram(),
  unanswered: new Map<number, Unanswered>(),
})

type Times = ReturnType<typeof createTimes>

export type AnswerTimes = ReturnType<typeof createAnswerTimes>

const pressKey = (id: string) => `press ${id}`

/** Returns the keys of an update: its chat and its button press. Searches the JSON without parsing it, for speed. */
function keysIn(body: string): string[] {
  const chat = /"chat":\{"id":(-?\d+)/.exec(body)?.[1]
  const press = /"callback_query":\{"id":"([^"]*)"/.exec(body)?.[1]
  return [...(chat === undefined ? [] : [chat]), ...(press === undefined ? [] : [pressKey(press)])]
}

/** A bot that calls before it answers the webhook's request has the update since the call. */
export function createAnswerTimes(hasWebhook: (bot: number) => boolean) {
  const elapsedMs = stopwatch()
  const bots = new Map<number, Times>()

  function timesOf(bot: number): Times {
    const times = bots.get(bot) ?? createTimes()
    bots.set(bot, times)
    return times
  }

  function addUpdate(bot: number, id: number, body: string) {
    const { unanswered } = timesOf(bot)
    unanswered.set(id, { createdMs: elapsedMs(), keys: keysIn(body), isHandedOut: false })
    const [oldest] = unanswered.keys()
    if (unanswered.size > MAX_UNANSWERED && oldest !== undefined) unanswered.delete(oldest)
  }

  function addHandOver(bot: number, id: number) {
    const { unanswered, handedOut } = timesOf(bot)
    const update = unanswered.get(id)
    if (!update || update.isHandedOut) return
    update.isHandedOut = true
    handedOut.add(elapsedMs() - update.createdMs)
  }

  /** Counts a call as the answer to the bot's unanswered updates with the same chat or the same button press. */
  function addCall(bot: number, { chat_id: chat, callback_query_id: press }: Readonly<Record<string, unknown>>) {
    if (chat === undefined && press === undefined) return
    const { unanswered, firstCall } = timesOf(bot)
    // An object is not a chat id, but a bot may send any JSON as its chat_id, and String() throws for some objects.
    const keys = [typeof chat === 'object' ? '' : String(chat), typeof press === 'string' ? pressKey(press) : '']
    for (const [id, update] of unanswered) {
      if (!update.keys.some((key) => keys.includes(key)) || !(update.isHandedOut || hasWebhook(bot))) continue
      addHandOver(bot, id)
      firstCall.add(elapsedMs() - update.createdMs)
      unanswered.delete(id)
    }
  }

  return {
    onEntries(entries: readonly RecordedOf<'update' | 'handed-out' | 'delivery' | 'call' | 'world' | 'cleared'>[]) {
      for (const entry of entries) {
        switch (entry.type) {
          case 'update':
            addUpdate(entry.bot, entry.update_id, entry.body)
            break
          case 'handed-out':
            for (const id of entry.update_ids) addHandOver(entry.bot, id)
            break
          case 'delivery':
            if (entry.delivery.error === null) addHandOver(entry.delivery.bot, entry.delivery.update.update_id)
            break
          case 'call':
            if (entry.call.bot !== null) addCall(entry.call.bot, entry.call.params)
            break
          default:
            bots.clear()
        }
      }
    },
    of(bot: number) {
      const { handedOut, firstCall } = bots.get(bot) ?? createTimes()
      return { handed_out: handedOut.summary(), first_call: firstCall.summary() }
    },
  }
}
