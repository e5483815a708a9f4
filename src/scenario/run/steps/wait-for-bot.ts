// Waits for a bot, and explains why it may have done nothing.

import type { Client } from '../../../client/client.ts'
import { createIdleTimer } from '../../../client/follow.ts'
import type { MessageView } from '../../../contract/messages.ts'
import { span } from '../../../contract/time.ts'
import { messageText } from '../../../describe/message.ts'
import { sanitizeLine } from '../../../describe/text.ts'
import { formatSpan } from '../../../describe/time.ts'
import type { Params } from '../../scenario.ts'
import { FailedStep, type Play } from '../play.ts'

/** The idle time after which a step fails if the bot has done something, but not what the step expects. */
const IDLE_AFTER_OTHER_CALL_MS = 150
/** The idle time after which a step fails if the bot has done nothing. It is long, because a timer may wake the bot. */
const IDLE_WITHOUT_CALL_MS = 1000

/** The interval at which a step checks a busy bot, to skip time on the clock as soon as the bot is idle. */
const SKIP_AGAIN_MS = 20

export interface WaitLimit {
  seconds: number
  /** True if the wait goes on while the bot is idle: if `within` is set, or the bot is not the bot under test. */
  isFixed: boolean
}

export const waitLimitOf = ({ defaultWaitSeconds }: Play, { within }: Params, isOtherBot = false): WaitLimit => ({
  seconds: within === undefined ? defaultWaitSeconds : span.parse(within),
  isFixed: within !== undefined || isOtherBot,
})

/** Advances the clock until the bot does something. Returns false if the bot is busy or nothing is due. */
async function skipTime(client: Client): Promise<boolean> {
  const { idle, exact, next_due } = await client.waitForIdle({ within: 1 })
  if (!idle || !exact || next_due === null) return false
  await client.perform('advanceClock', { to: 'activity' })
  return true
}

interface CheckResult<T> {
  found?: T | undefined
  /** True if the bot has done something, such as a call, but not what the step expects. */
  isOther: boolean
}

type Outcome<T> = { found: T; reason?: undefined } | { found?: undefined; reason: 'over' | 'idle' }

/** Runs `check` after each event until it succeeds, the time is up or, unless `isFixed`, the bot is idle. */
export async function waitWhileBotWorks<T>(
  { client, eventStream, isIdle, botClock }: Play,
  { seconds, isFixed }: WaitLimit,
  signal: AbortSignal,
  check: () => Promise<CheckResult<T>>,
): Promise<Outcome<T>> {
  const idleMs = createIdleTimer(client, isIdle)
  const outcome = await eventStream.until<Outcome<T>>(
    async (again) => {
      const { found, isOther } = await check()
      if (found !== undefined) return { found }
      if (botClock === 'skip') {
        const canSkip = await isIdle()
        if (!canSkip || (await skipTime(client))) {
          again(canSkip ? 0 : SKIP_AGAIN_MS)
          return undefined
        }
      }
      if (isFixed) return undefined
      const leftMs = (isOther ? IDLE_AFTER_OTHER_CALL_MS : IDLE_WITHOUT_CALL_MS) - (await idleMs())
      if (leftMs <= 0) return { reason: 'idle' }
      again(leftMs)
      return undefined
    },
    { withinMs: seconds * 1000, signal },
  )
  return outcome ?? { reason: 'over' }
}

/** Waits until the bot has been idle for IDLE_AFTER_OTHER_CALL_MS, or until the time limit is reached. */
export const waitUntilIdle = (play: Play, signal: AbortSignal, seconds = play.defaultWaitSeconds) =>
  waitWhileBotWorks(play, { seconds, isFixed: false }, signal, async () => ({ isOther: true }))

/** A call or message at most this much later than `within` allows is reported as late, not as missing. */
const LATE_SECONDS = 1

/** Fails a step whose call or message arrives after `within`. The error says how late the call or message was. */
export async function failIfLate(
  { within }: Params,
  elapsed: () => number,
  wait: (limit: WaitLimit) => Promise<Outcome<unknown>>,
): Promise<void> {
  if (within === undefined) return
  const { found } = await wait({ seconds: LATE_SECONDS, isFixed: false })
  if (!found) return
  const budget = { within_ms: Math.round(span.parse(within) * 1000), actual_ms: Math.ceil(elapsed()) }
  const [allowed, actual] = [budget.within_ms, budget.actual_ms].map((ms) => formatSpan(ms / 1000))
  throw new FailedStep(`Too late: the bot answered after ${actual}, and \`within\` allows ${allowed}.`, [], { budget })
}

/** Returns the end of the error message about an unsuccessful wait, such as ` within 5 s`. */
export const waitEndText = ({ reason }: Outcome<unknown>, { seconds }: WaitLimit) =>
  reason === 'idle' ? ', and the bot is idle' : ` within ${seconds} s`

/** Explains a missing answer if the bot's allowed_updates exclude the update that the last action causes. */
export async function explainUnrequestedUpdate({ client, bot, lastAction }: Play): Promise<string | undefined> {
  const types = (await client.actions()).find(({ name }) => name === lastAction)?.updates ?? []
  const { asks_for } = await client.view('/bots/:bot/delivery', { bot })
  if (!types.length || types.some((type) => asks_for.some((each) => each === type))) return undefined
  const { first_name } = await client.view('/bots/:bot', { bot })
  return `${first_name} does not ask for ${types[0]} updates. Add ${types[0]} to allowed_updates.`
}

const MAX_SHOWN = 6

export const loadScreen = ({ client }: Play, user: string | number, chat: string | number) =>
  client.view('/users/:user/chats/:chat', { user, chat })

export function screenLines(messages: readonly MessageView[]): string[] {
  if (!messages.length) return ['The screen is empty.']
  const last = messages.slice(-MAX_SHOWN)
  return ['On the screen:', ...last.map((message) => `  ${sanitizeLine(messageText(message))}`)]
}
