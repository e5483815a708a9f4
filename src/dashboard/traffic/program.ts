// The program behind a bot: its activity, and how to connect one.

import type { EventView } from '../../contract/events.ts'
import type { CallView } from '../../contract/traffic.ts'
import { formatSpan } from '../../describe/time.ts'
import type { Bot } from '../state/model.ts'
import type { Program, State } from '../state/state.ts'
import { wrap } from '../text/cells.ts'
import { type Line, lineOf, textLines } from '../text/line.ts'

export const isPoll = (method: string) => method.toLowerCase() === 'getupdates'

type EndOf = (call: CallView) => number

/** With what some events say of the programs; `endedMs` is when a call was answered, on this machine. */
export function withPrograms(programs: State['programs'], events: readonly EventView[], endedMs: EndOf) {
  const after = { ...programs }
  let isSame = true
  for (const event of events) {
    const learned = programIn(event, endedMs)
    if (!learned || event.bot === undefined || isKnown(learned, after[event.bot])) continue
    after[event.bot] = { ...after[event.bot], ...learned }
    isSame = false
  }
  return isSame ? programs : after
}

function programIn(event: EventView, endedMs: EndOf): Program | undefined {
  switch (event.type) {
    case 'poll':
      return { polling: true }
    case 'delivery':
      return { failing: event.error !== null }
    case 'call': {
      const poll = isPoll(event.call.method) && { polling: false, polledMs: endedMs(event.call) }
      return { called: true, ...poll }
    }
    default:
      return undefined
  }
}

const isKnown = (learned: Program, known: Program = {}) =>
  Object.entries(learned).every(([key, value]) => known[key as keyof Program] === value)

/** A bot that is busy with what it fetched asks again soon. */
const BETWEEN_POLLS_MS = 10_000

/** How a bot gets its updates. */
export function programActivity({ programs, nowMs }: State, { handle, suspended, profile }: Bot): string {
  const { polling, polledMs, called, failing } = programs[handle] ?? {}
  if (suspended) return 'suspended'
  if (profile?.webhook.url) {
    return (failing ?? profile.webhook.last_error_message !== undefined) ? 'webhook failing' : 'webhook'
  }
  if (polling || (polledMs !== undefined && nowMs - polledMs < BETWEEN_POLLS_MS)) return 'polling'
  if (polledMs !== undefined) return `gone for ${formatSpan(Math.round((nowMs - polledMs) / 1000))}`
  return called ? 'calls, never polls' : 'not here yet'
}

/** Whether no program has been this bot so far. */
export const hasNoProgram = ({ programs }: State, { handle, suspended, profile }: Bot) =>
  !suspended && !profile?.webhook.url && !programs[handle]?.polling && !programs[handle]?.called

const NAME_CELLS = 10

/** Where no program has been the bot so far. */
export function connectionLines(state: State, bot: Bot, room: number): Line[] {
  if (!hasNoProgram(state, bot)) return []
  // A token cut short is no token.
  const named = (name: string, value: string) =>
    wrap(value, room - NAME_CELLS).map((part, i) =>
      lineOf([(i === 0 ? name : '').padEnd(NAME_CELLS), 'dim'], [part, 'strong']),
    )
  return [
    lineOf(),
    ...textLines(`No program is ${bot.first_name} yet. Start yours with`, room, 'dim'),
    ...named('API root', state.url),
    ...named('token', bot.token),
    ...textLines('y in the traffic copies both.', room, 'dim'),
  ]
}
