// How long a step waits for a bot, and why the bot may have done nothing.

import { createIdleTimer } from '../../../client/follow.ts'
import { span } from '../../../contract/time.ts'
import type { Params } from '../../scenario.ts'
import type { Play } from '../play.ts'

/** An idle bot that has done something else, and one that has done nothing: a timer of it may be due. */
const WRONG_MS = 150
const SILENT_MS = 1000

export interface Patience {
  seconds: number
  /** A step that names a time waits for that long; and nobody knows whether another bot is idle. */
  isFixed: boolean
}

export const patienceOf = ({ patience }: Play, { within }: Params, isOfOther = false): Patience => ({
  seconds: within === undefined ? patience : span.parse(within),
  isFixed: within !== undefined || isOfOther,
})

interface Look<T> {
  found?: T | undefined
  /** Something came that is not what was meant. */
  isWrong: boolean
}

type Outcome<T> = { found: T; ended?: undefined } | { found?: undefined; ended: 'over' | 'idle' }

/** Looks after each event until it finds; else tells why it looks no longer: the time is over, or the bot has been idle for a moment. */
export async function patiently<T>(
  { client, followed, isIdle }: Play,
  { seconds, isFixed }: Patience,
  signal: AbortSignal,
  look: () => Promise<Look<T>>,
): Promise<Outcome<T>> {
  const idleMs = createIdleTimer(client, isIdle)
  const outcome = await followed.until<Outcome<T>>(
    async (again) => {
      const { found, isWrong } = await look()
      if (found !== undefined) return { found }
      if (isFixed) return undefined
      const leftMs = (isWrong ? WRONG_MS : SILENT_MS) - (await idleMs())
      if (leftMs <= 0) return { ended: 'idle' }
      again(leftMs)
      return undefined
    },
    { withinMs: seconds * 1000, signal },
  )
  return outcome ?? { ended: 'over' }
}

/** Why a step has waited no longer. */
export const waitedText = ({ ended }: Outcome<unknown>, { seconds }: Patience) =>
  ended === 'idle' ? 'came, and the bot is at rest' : `came within ${seconds} s`

/** What a bot hears of an action; an action that may be heard of in several ways has them all. */
const UPDATES: Readonly<Record<string, readonly string[]>> = {
  start: ['message'],
  send: ['message', 'channel_post'],
  sendFile: ['message', 'channel_post'],
  tap: ['message'],
  press: ['callback_query'],
  edit: ['edited_message', 'edited_channel_post'],
  block: ['my_chat_member'],
  unblock: ['my_chat_member'],
  join: ['chat_member', 'message'],
  leave: ['chat_member', 'message'],
  ban: ['chat_member', 'my_chat_member'],
  promote: ['chat_member', 'my_chat_member'],
}

/** Says that the bot never got the update because it does not ask for this type. */
export async function heldBack({ client, bot, lastAction }: Play): Promise<string | undefined> {
  const types = UPDATES[lastAction ?? ''] ?? []
  const { asks_for } = await client.view('/bots/:bot/delivery', { bot })
  if (!types.length || types.some((type) => asks_for.some((each) => each === type))) return undefined
  const { first_name } = await client.view('/bots/:bot', { bot })
  return `${first_name} does not ask for ${types[0]} (allowed_updates).`
}
