// Hands the updates of a bot to a program in this process, one at a time, and acknowledges each.

import type { Client } from '../client/client.ts'
import type { Update } from '../contract/shapes.ts'
import { wrong } from './explained.ts'
import type { Driven, Driving } from './replies/idle.ts'

/** What a bot's call was answered: of one that was refused `ok` is false, and there is no result. */
export type BotAnswer<Result = unknown> = Done<Result> | Refused

interface Done<Result> {
  ok: true
  result: Result
  error_code?: undefined
  description?: undefined
  parameters?: undefined
}

interface Refused {
  ok: false
  result?: undefined
  error_code: number
  description: string
  parameters?: { retry_after: number }
}

export type UpdateHandler = (update: Update) => unknown

export interface Drive extends AsyncDisposable {
  /** Hands out no more, waits for the handler, and throws what it threw. */
  stop(): Promise<void>
}

type GetUpdates = (offset: number) => Promise<BotAnswer<Update[]>>

export function driveBot(
  { client, driven, getUpdates }: { client: Client; driven: Driven; getUpdates: GetUpdates },
  bot: number,
  handle: UpdateHandler,
): Drive {
  if (typeof handle !== 'function') throw wrong('drive', 'a function that is handed each update', handle)
  const stopping = new AbortController()
  // As with two programs of one bot, the later one takes over: each update is handled once.
  const former = driven.get(bot)?.end()
  const end = () => {
    stopping.abort()
    return ended
  }
  const state: Driving = { atWork: true, end }
  driven.set(bot, state)
  driven.wake()

  async function takeAll() {
    state.atWork = true
    let offset = 0
    let isAcknowledged = true
    try {
      while (!stopping.signal.aborted) {
        const { ok, result = [], description } = await getUpdates(offset)
        if (!ok) throw new Error(description)
        isAcknowledged = true
        if (!result.length) break
        for (const update of result) {
          if (stopping.signal.aborted) break
          await handle(update)
          offset = update.update_id + 1
          isAcknowledged = false
        }
      }
    } finally {
      // Whoever drives the bot next is not handed what was handled here.
      if (!isAcknowledged) await getUpdates(offset).catch(() => {})
    }
    state.atWork = false
    driven.wake()
  }

  async function run() {
    await former
    const { last_event: after } = await client.health()
    await takeAll()
    for await (const _ of client.events({ bot, type: 'update', after }, stopping.signal)) await takeAll()
  }

  const ended = run().catch((error) => {
    // Nobody hands out more.
    if (!stopping.signal.aborted) state.failure = error
    state.atWork = false
    driven.wake()
  })
  const stop = async () => {
    await end()
    if (driven.get(bot) === state) driven.delete(bot)
    if (state.failure !== undefined) throw state.failure
  }
  return { stop, [Symbol.asyncDispose]: stop }
}
