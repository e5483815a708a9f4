// The program of a bot: its activity, and how to connect one.

import type { EventView } from '../../contract/events.ts'
import type { CallView } from '../../contract/traffic.ts'
import { formatSpan } from '../../describe/time.ts'
import type { Bot } from '../state/model.ts'
import type { Program, State } from '../state/state.ts'
import { wrap } from '../text/cells.ts'
import { type Line, lineOf, textLines } from '../text/line.ts'

export const isPoll = (method: string) => method.toLowerCase() === 'getupdates'

type EndOf = (call: CallView) => number

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
      const poll = isPoll(event.call.method) && { isPolling: false, polledMs: endedMs(event.call) }
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

/** Describes how a bot gets its updates, or that its program is missing. */
export function programActivity({ programs, nowMs }: State, { handle, suspended, profile }: Bot): string {
  const { isPolling, polledMs, hasCalled, isWebhookFailing } = programs[handle] ?? {}
  if (suspended) return 'suspended'
  if (profile?.webhook.url) {
    return (isWebhookFailing ?? profile.webhook.last_error_message !== undefined) ? 'webhook failing' : 'webhook'
  }
  if (isPolling || (polledMs !== undefined && nowMs - polledMs < POLLING_GRACE_MS)) return 'polling'
  if (polledMs !== undefined) return `gone for ${formatSpan(Math.round((nowMs - polledMs) / 1000))}`
  return hasCalled ? 'calls, but never polls' : 'not connected'
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
