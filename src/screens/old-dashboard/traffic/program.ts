// The state of a bot's program, and the setup steps before its first answer.

import { isDeepStrictEqual } from 'node:util'
import type { EventView } from '../../../control/contract/events.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import { isPoll } from '../../../control/describe/call.ts'
import { exitText } from '../../../control/describe/program.ts'
import { plural } from '../../../lib/safe-text.ts'
import { formatSpan } from '../../../lib/time-text.ts'
import { type Bot, type Entry, isStarted } from '../state/model.ts'
import { currentBot, openBot, openChat } from '../state/roster.ts'
import type { Program, State } from '../state/state.ts'
import { type Line, textLines } from '../text/line.ts'

type EndOf = (call: CallView) => number

const isHungUp = ({ params, duration_ms, body: { result } }: CallView) =>
  Array.isArray(result) && result.length === 0 && duration_ms < Number(params.timeout ?? 0) * 1000 - 100

/** Updates the state of the bots' programs. `endedMs` returns the time of an answer on this machine's clock. */
export function withPrograms(programs: State['programs'], events: readonly EventView[], nowMs: number, endedMs: EndOf) {
  const after = { ...programs }
  for (const event of events) {
    const change = programIn(event, nowMs, endedMs)
    if (change && event.bot !== undefined) after[event.bot] = { ...after[event.bot], ...change }
  }
  return isDeepStrictEqual(after, programs) ? programs : after
}

function programIn(event: EventView, nowMs: number, endedMs: EndOf): Program | undefined {
  switch (event.type) {
    case 'poll':
      return { isPolling: true }
    case 'delivery':
      return { isWebhookFailing: event.error !== null }
    case 'call': {
      // A getUpdates call is usually refused because a newer one has replaced it. The program is then still polling.
      const poll = isPoll(event.call.method) &&
        event.call.ok && { isPolling: false, polledMs: endedMs(event.call), isHungUp: isHungUp(event.call) }
      return { hasCalled: true, ...poll }
    }
    case 'program':
      if (event.how === 'started') return { isRun: true, startedMs: nowMs, exit: null, isPolling: false }
      return event.how === 'ended' ? { exit: exitText(event), exitMs: nowMs } : undefined
    default:
      return undefined
  }
}

/** After a getUpdates call, a program may be handling the received updates for this long. */
const POLLING_GRACE_MS = 10_000
/** The dashboard reports a program that has not polled for this long. It may have crashed while handling an update. */
const SILENT_AFTER_MS = 2000
/** If a poll was interrupted, for example by a jump of the clock, a running program polls again within this time. */
const HANG_UP_GRACE_MS = 1000

const ago = (ms: number) => `${formatSpan(Math.round(ms / 1000))} ago`

export interface Activity {
  text: string
  /** The reason for the state, such as `exit code 1`. A narrow header omits it. */
  reason?: string
  isBad: boolean
  /** True if the program has not polled for a while. It may be busy with an update, or have ended between polls. */
  isSilent?: boolean
}

/** Describes how a bot receives its updates (polling or webhook), or why it does not receive them. */
export function programActivity({ programs, nowMs }: State, { handle, suspended, profile }: Bot): Activity {
  const program = programs[handle] ?? {}
  const { isPolling, polledMs = Number.NaN, startedMs = Number.NaN, hasCalled, isHungUp, isWebhookFailing } = program
  const activity = (text: string, isBad = false): Activity => ({ text, isBad })
  if (suspended) return activity('suspended', true)
  if (program.exit)
    return { ...activity(`stopped ${ago(nowMs - (program.exitMs ?? nowMs))}`, true), reason: ` (${program.exit})` }
  if (profile?.webhook.url) {
    const isFailing = isWebhookFailing ?? profile.webhook.last_error_message !== undefined
    return activity(isFailing ? 'webhook failing' : 'webhook', isFailing)
  }
  // Ignores a poll from before the start of this process, because an earlier process sent it.
  const silentMs = polledMs <= startedMs ? Number.NaN : nowMs - polledMs
  if (isPolling || silentMs < (isHungUp ? HANG_UP_GRACE_MS : SILENT_AFTER_MS)) return activity('polling')
  if (silentMs < POLLING_GRACE_MS && !isHungUp)
    return { ...activity(`has not polled for ${formatSpan(Math.floor(silentMs / 1000))}`), isSilent: true }
  if (nowMs - startedMs < POLLING_GRACE_MS) return activity('starting')
  if (silentMs >= 0) return activity(`stopped polling ${ago(silentMs)}`, true)
  return activity(hasCalled ? 'never polls' : 'not connected')
}

/** Returns the state of the bot as lines if it needs the user's attention, else returns no lines. */
export function attentionLines(state: State, bot: Bot, room: number): Line[] {
  const { text, isBad, isSilent, reason = '' } = programActivity(state, bot)
  const isPending = (entry: Entry) =>
    entry.kind === 'update' && !entry.isUndone && entry.bot === bot.handle && /^(pending|handed)/.test(entry.state)
  const count = state.traffic.filter(isPending).length
  if (!isBad && !(count && (isSilent || hasNoProgram(state, bot)))) return []
  const pending = count ? `, ${plural(count, 'update')} pending` : ''
  return textLines(`${bot.first_name}: ${text}${reason}${pending}`, room, isBad ? 'bad' : 'warn', 1)
}

export function botWithProgram(state: State): Bot | undefined {
  const isRun = (bot: Bot | undefined) => bot && state.programs[bot.handle]?.isRun
  const bot = currentBot(state)
  return isRun(bot) ? bot : state.bots.find(isRun)
}

/** True if the bot does not have a webhook, and no program has called the API as this bot yet. */
export function hasNoProgram({ programs }: State, { handle, suspended, profile }: Bot): boolean {
  const { isPolling, hasCalled, isRun } = programs[handle] ?? {}
  return !(suspended || profile?.webhook.url || isPolling || hasCalled || isRun)
}

/**
 * Returns which setup steps are done: a program has connected, and the user has started the bot. Returns undefined if
 * the bot has already answered, or if its chat is not loaded.
 */
export function firstSteps(state: State) {
  const bot = openBot(state)
  const { chat, messages } = state.conversation
  const isStartedChat = isStarted(openChat(state))
  if (!bot || (isStartedChat && !chat) || messages.some(({ author }) => author.id === bot.id)) return undefined
  return { bot, isConnected: !hasNoProgram(state, bot), isStarted: isStartedChat }
}

export const isStartCommandShown = (state: State) => firstSteps(state)?.isConnected === false

const MIN_ROWS_WITH_COMMAND = 16

export const isCommandDrawn = ({ size }: State) => size.rows >= MIN_ROWS_WITH_COMMAND

export const startCommand = ({ url }: State, { token }: Bot) => `BOT_API_URL=${url} BOT_TOKEN=${token} node bot.js`
