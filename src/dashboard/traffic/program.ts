// The program of a bot: its activity, and how to connect one.

import type { EventView } from '../../contract/events.ts'
import type { CallView } from '../../contract/traffic.ts'
import { formatSpan } from '../../describe/time.ts'
import type { Bot, Entry } from '../state/model.ts'
import type { Program, State } from '../state/state.ts'
import { wrap } from '../text/cells.ts'
import { type Line, lineOf, textLines } from '../text/line.ts'

export const isPoll = (method: string) => method.toLowerCase() === 'getupdates'

type EndOf = (call: CallView) => number

const isHungUp = ({ params, duration_ms, body: { result } }: CallView) =>
  Array.isArray(result) && result.length === 0 && duration_ms < Number(params.timeout ?? 0) * 1000 - 100

/** Applies events to the programs; `endedMs` is when a call was answered, by this machine's clock. */
export function withPrograms(programs: State['programs'], events: readonly EventView[], endedMs: EndOf) {
  const after = { ...programs }
  let isSame = true
  for (const event of events) {
    const change = programIn(event, endedMs)
    if (!change || event.bot === undefined || isKnown(change, after[event.bot])) continue
    after[event.bot] = { ...after[event.bot], ...change }
    isSame = false
  }
  return isSame ? programs : after
}

function programIn(event: EventView, endedMs: EndOf): Program | undefined {
  switch (event.type) {
    case 'poll':
      return { isPolling: true }
    case 'delivery':
      return { isWebhookFailing: event.error !== null }
    case 'call': {
      // A refused poll says nothing: another one has taken its place.
      const poll = isPoll(event.call.method) &&
        event.call.ok && { isPolling: false, polledMs: endedMs(event.call), isHungUp: isHungUp(event.call) }
      return { hasCalled: true, ...poll }
    }
    default:
      return undefined
  }
}

const isKnown = (change: Program, known: Program = {}) =>
  Object.entries(change).every(([key, value]) => known[key as keyof Program] === value)

/** The time for which a program counts as polling after a poll, since it may be handling the updates. */
const POLLING_GRACE_MS = 10_000
/** The time in which a program polls again whose poll was only interrupted, for example by a jump of the clock. */
const HANG_UP_GRACE_MS = 1000

export interface Activity {
  text: string
  /** True if the bot needs the user's attention. */
  isBad: boolean
}

/** Describes how a bot gets its updates, or why it does not. */
export function programActivity({ programs, nowMs }: State, { handle, suspended, profile }: Bot): Activity {
  const { isPolling, polledMs = Number.NaN, hasCalled, isHungUp, isWebhookFailing } = programs[handle] ?? {}
  const activity = (text: string, isBad = false) => ({ text, isBad })
  if (suspended) return activity('suspended', true)
  if (profile?.webhook.url) {
    const isFailing = isWebhookFailing ?? profile.webhook.last_error_message !== undefined
    return activity(isFailing ? 'webhook failing' : 'webhook', isFailing)
  }
  const silentMs = nowMs - polledMs
  if (isPolling || silentMs < (isHungUp ? HANG_UP_GRACE_MS : POLLING_GRACE_MS)) return activity('polling')
  if (silentMs >= 0) return activity(`stopped polling ${formatSpan(Math.round(silentMs / 1000))} ago`, true)
  return activity(hasCalled ? 'never polls' : 'not connected')
}

/** Returns a line for a bot that needs attention: its state, and the number of its pending updates. */
export function attentionLines(state: State, bot: Bot, room: number): Line[] {
  const { text, isBad } = programActivity(state, bot)
  const isPending = (entry: Entry) =>
    entry.kind === 'update' && !entry.isUndone && entry.bot === bot.handle && /^(pending|handed)/.test(entry.state)
  const count = state.traffic.filter(isPending).length
  if (!isBad && !(count && hasNoProgram(state, bot))) return []
  const pending = count ? `, ${count} ${count === 1 ? 'update' : 'updates'} pending` : ''
  return textLines(` ${bot.first_name}: ${text}${pending}`, room, isBad ? 'bad' : 'warn')
}

/** True if no program has connected as this bot so far. */
export const hasNoProgram = ({ programs }: State, { handle, suspended, profile }: Bot) =>
  !suspended && !profile?.webhook.url && !programs[handle]?.isPolling && !programs[handle]?.hasCalled

const NAME_CELLS = 10

/** Returns what a program needs to connect as the bot; no lines if one has connected. */
export function connectionLines(state: State, bot: Bot, room: number): Line[] {
  if (!hasNoProgram(state, bot)) return []
  // A token is wrapped, not truncated, because it is useless in part.
  const labelled = (name: string, value: string) =>
    wrap(value, room - NAME_CELLS).map((part, i) =>
      lineOf([(i === 0 ? name : '').padEnd(NAME_CELLS), 'dim'], [part, 'strong']),
    )
  return [
    lineOf(),
    ...textLines(`Start your bot with:`, room, 'dim'),
    ...labelled('API root', state.url),
    ...labelled('token', bot.token),
    ...textLines('y in the traffic copies both.', room, 'dim'),
  ]
}
