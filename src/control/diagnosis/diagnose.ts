// Says what a bot did since an action, or why it did nothing.

import { describeValue, plural } from '../../lib/safe-text.ts'
import { formatSpan } from '../../lib/time-text.ts'
import type { Call, Delivery, Recorded } from '../../service/event-log/entry.ts'
import { firstPendingId, updateFilterOf } from '../../service/messenger/updates/update-queue.ts'
import type { Read } from '../../service/messenger/world.ts'
import type { UnconfirmedUpdate } from '../../service/rules/shapes.ts'
import { letsThrough, type UpdateType } from '../../service/rules/update-types.ts'
import type { BotRow } from '../../service/store/tables/bots.ts'
import type { Diagnosis } from '../contract/diagnosis.ts'
import { lastOutputLines } from '../describe/bot-output.ts'
import { isPoll, refusalText, unconfirmedText } from '../describe/call.ts'
import { asSentence, botEndedText } from '../describe/program.ts'
import { viewCall } from '../present/traffic.ts'
import type { Activity, DiagnosisSources } from './bot-activity.ts'
import type { Program } from './programs.ts'

/** What is known of a bot. `calls` are its calls since the action, without polls. */
interface Evidence {
  read: Read
  bot: BotRow
  activity: Activity
  causedUpdates: DiagnosisSources['causedUpdates']
  unconfirmed: UnconfirmedUpdate | undefined
  program: Program | undefined
  entries: readonly Recorded[]
  calls: readonly Call[]
  since: number
}

type FoundCause = Omit<Diagnosis, 'bot' | 'idle' | 'lines'> & { lines?: string[] }

/** The first that applies is the cause. */
const CAUSES: readonly ((evidence: Evidence) => FoundCause | undefined)[] = [
  usesUnknownToken,
  hasEnded,
  hasThrown,
  isSuspended,
  pollsAreRefused,
  isNotConnected,
  hasFailingWebhook,
  doesNotAskForUpdate,
  wasRefused,
  wroteAnError,
  neverConfirms,
  hasNotFetched,
  isWorking,
  isSilent,
  hasCalled,
]

export function diagnose(sources: DiagnosisSources, bot: BotRow, after?: number): Diagnosis {
  const { read, activity, causedUpdates, programs, unconfirmedOf } = sources
  const since = after ?? beforeLastAction(sources)
  const { entries } = read.log.since(since, Number.POSITIVE_INFINITY)
  const calls = entries.flatMap((entry) =>
    entry.type === 'call' && entry.call.bot === bot.id && !isPoll(entry.call.method) ? entry.call : [],
  )
  const unconfirmed = unconfirmedOf(bot)
  const program = programs.of(bot.id)
  const evidence = { read, bot, activity, causedUpdates, unconfirmed, program, entries, calls, since }
  let finding: FoundCause | undefined
  for (const cause of CAUSES) finding ??= cause(evidence)
  return {
    bot: bot.handle,
    idle: activity.seemsIdle(bot),
    lines: [],
    ...(finding ?? { state: 'idle', text: `${bot.first_name} is connected, and has no update to answer.` }),
  }
}

/** The entries that an action's changes add, just before the entry of the action. */
const CHANGES = new Set<Recorded['type']>(['message', 'edit', 'delete', 'member', 'update', 'user', 'chat', 'bot'])

/** Returns the id of the last event before the last action of a person. */
export function beforeLastAction({ read, causedUpdates }: DiagnosisSources): number {
  const { log } = read
  const { entries } = log.since(0, Number.POSITIVE_INFINITY)
  let at = entries.findLastIndex((entry) => entry.type === 'action' && causedUpdates(entry.action).length > 0)
  while (at > 0 && CHANGES.has((entries[at - 1] as Recorded).type)) at--
  return (entries[at]?.id ?? log.lastId() + 1) - 1
}

const outputLines = (program: Program | undefined, text?: string) => lastOutputLines(program?.output ?? [], text)

function hasEnded(evidence: Evidence): FoundCause | undefined {
  const { program, calls, read } = evidence
  if (!program?.end) return undefined
  const text = botEndedText(program.end, program.output)
  const unconfirmed = neverConfirms(evidence)?.text ?? []
  return {
    state: 'ended',
    text,
    lines: [unconfirmed, ...refusalLines(read, calls), ...outputLines(program, text)].flat(),
  }
}

function hasThrown({ bot, program, since, read, calls }: Evidence): FoundCause | undefined {
  const thrown = program?.thrown
  if (!thrown || thrown.event <= since) return undefined
  const text = `The handler of ${bot.handle} threw: ${thrown.text}`
  return { state: 'error', text: asSentence(text), lines: [...thrown.frames, ...refusalLines(read, calls)] }
}

function isSuspended({ bot }: Evidence): FoundCause | undefined {
  if (!bot.suspended) return undefined
  return {
    state: 'suspended',
    text: `${bot.first_name} is suspended, so the service refuses its calls.`,
    advice: `Lift it: npx bot-emulator do updateBot --bot ${bot.handle} --suspended false`,
  }
}

function pollsAreRefused({ read, bot, activity, program }: Evidence): FoundCause | undefined {
  if (activity.isConnected(bot)) return undefined
  const tries = read.log.calls
    .since()
    .filter((call) => call.bot === bot.id && /^(getUpdates|setWebhook)$/i.test(call.method))
  const last = tries.at(-1)
  if (!last || last.status === 200) return undefined
  const names = [...new Set(tries.map(({ method }) => method))].join(' and ')
  const times = tries.length === 1 ? 'and was refused' : `${tries.length} times and was refused each time`
  const text = `${bot.first_name} called ${names} ${times}: ${refusalText(viewCall(read, last))}.`
  return { state: 'polls-refused', text, lines: outputLines(program) }
}

function usesUnknownToken({ read, bot, activity, program }: Evidence): FoundCause | undefined {
  if (activity.isConnected(bot)) return undefined
  const { length } = read.log.calls.since().filter((call) => call.bot === null && call.status === 401)
  if (!length) return undefined
  return {
    state: 'unknown-token',
    text: `A program calls with a token that no bot has: ${plural(length, 'call')} got 401 Unauthorized. ${bot.first_name} is not connected.`,
    advice: `Give the program the token of ${bot.first_name}.`,
    lines: outputLines(program),
  }
}

function isNotConnected({ read, bot, activity, program, calls }: Evidence): FoundCause | undefined {
  if (activity.isConnected(bot) || calls.length) return undefined
  const text = program
    ? `The program of ${bot.first_name} runs, but has neither asked for updates nor set a webhook.`
    : `No program is connected as ${bot.first_name}.`
  const advice = `Start its program with the token of ${bot.first_name} and the API root ${read.address}.`
  return { state: 'not-connected', text, advice, lines: outputLines(program) }
}

const MAX_ATTEMPTS = 3
const LIBRARY_SERVICE = 'Telegram'

function hasFailingWebhook({ read, bot, activity }: Evidence): FoundCause | undefined {
  const oldest = activity.hasWebhook(bot) ? firstPendingId(read, bot) : undefined
  if (oldest === undefined) return undefined
  const all = read.log.deliveries.since().filter((each) => each.bot === bot.id && each.update.update_id === oldest)
  // Update ids start again in each world, so earlier deliveries with this id can belong to another update.
  const attempts = all.slice(all.findLastIndex(({ attempt }) => attempt === 1)).filter(({ error }) => error !== null)
  if (!attempts.length) return undefined
  const isUnauthorized = attempts.some(({ status }) => status === 401)
  return {
    state: 'webhook-failing',
    text: `The webhook of ${bot.first_name} has not accepted update ${oldest} in ${plural(attempts.length, 'attempt')}.`,
    ...(isUnauthorized && { advice: secretAdvice(read.service.name) }),
    lines: attempts.slice(-MAX_ATTEMPTS).map(attemptLine),
  }
}

function attemptLine({ attempt, status, error, answer, duration_ms }: Delivery): string {
  const outcome = status === null ? error : `answered ${status}`
  return `attempt ${attempt}: ${outcome} after ${formatSpan(Math.max(1, duration_ms) / 1000)}${answer ? `: ${answer}` : ''}`
}

function secretAdvice(name: string): string {
  const header = (service: string) => `X-${service}-Bot-Api-Secret-Token`
  return name === LIBRARY_SERVICE
    ? `Compare the secret_token of setWebhook with the secret that the bot expects in ${header(name)}.`
    : `The deliveries have their secret token in ${header(name)}. Most libraries read ${header(LIBRARY_SERVICE)}: pass --service-name ${LIBRARY_SERVICE}.`
}

function doesNotAskForUpdate({ bot, entries, calls, causedUpdates }: Evidence): FoundCause | undefined {
  const action = entries.findLast((entry) => entry.type === 'action' && causedUpdates(entry.action).length > 0)
  const types: readonly UpdateType[] = action?.type === 'action' ? causedUpdates(action.action) : []
  const hasUpdate = entries.some((entry) => entry.type === 'update' && entry.bot === bot.id)
  if (!types.length || hasUpdate || calls.length || types.some((type) => letsThrough(updateFilterOf(bot), type)))
    return undefined
  return {
    state: 'not-asked-for',
    text: `${bot.first_name} does not ask for ${types[0]} updates.`,
    advice: `Add ${types[0]} to allowed_updates.`,
  }
}

const MAX_REFUSALS = 3
const MAX_TEXT = 60

function wasRefused({ read, calls, program, since }: Evidence): FoundCause | undefined {
  const [text, ...lines] = refusalLines(read, calls)
  const error = program?.error && program.error.event > since ? [`The bot wrote: ${program.error.text}`] : []
  return text === undefined ? undefined : { state: 'refused', text, lines: [...lines, ...error] }
}

const refusalLines = (read: Read, calls: readonly Call[]): string[] =>
  calls
    .filter(({ status, lenient }) => status !== 200 && !lenient)
    .slice(-MAX_REFUSALS)
    .map((call) => {
      const { text } = call.params
      const about = typeof text === 'string' && text.length <= MAX_TEXT ? ` with text ${describeValue(text)}` : ''
      return `${call.method}${about} was refused: ${refusalText(viewCall(read, call))}.`
    })

function wroteAnError({ bot, program, since, calls }: Evidence): FoundCause | undefined {
  if (!program?.error || program.error.event <= since || calls.length) return undefined
  return { state: 'error', text: `${bot.first_name} wrote: ${program.error.text}`, lines: outputLines(program) }
}

/** An update that the bot receives again and again, because it never confirms it. */
function neverConfirms({ bot, activity, unconfirmed }: Evidence): FoundCause | undefined {
  if (activity.hasWebhook(bot) || !unconfirmed || unconfirmed.times < 2) return undefined
  const text = unconfirmedText(unconfirmed, bot.first_name)
  return { state: 'unconfirmed', text, advice: unconfirmed.advice }
}

function hasNotFetched({ read, bot, activity, unconfirmed }: Evidence): FoundCause | undefined {
  if (activity.isReady(bot) || !activity.isConnected(bot)) return undefined
  const oldest = firstPendingId(read, bot)
  if (oldest === undefined || unconfirmed) return undefined
  return { state: 'not-fetched', text: `${bot.first_name} has not asked for update ${oldest}, which is pending.` }
}

function isWorking({ read, bot, activity, entries, calls }: Evidence): FoundCause | undefined {
  if (activity.seemsIdle(bot)) return undefined
  const oldest = firstPendingId(read, bot)
  const last = entries.findLast((entry) => entry.type === 'handed-out' && entry.bot === bot.id)
  const update = oldest ?? (last?.type === 'handed-out' ? last.update_ids.at(-1) : undefined)
  const work =
    update === undefined
      ? 'has not asked for updates again'
      : `has not asked for updates since it received update ${update}`
  return { state: 'working', text: `${bot.first_name} ${work}.`, lines: callNames(calls) }
}

function isSilent({ bot, entries, calls }: Evidence): FoundCause | undefined {
  const types = entries.flatMap((entry) => (entry.type === 'update' && entry.bot === bot.id ? entry.update_type : []))
  if (calls.length || !types.length) return undefined
  return { state: 'silent', text: `${bot.first_name} got ${[...new Set(types)].join(' and ')} and made no call.` }
}

function hasCalled({ bot, calls }: Evidence): FoundCause | undefined {
  if (!calls.length) return undefined
  return { state: 'called', text: `${bot.first_name} made ${plural(calls.length, 'call')}.`, lines: callNames(calls) }
}

const MAX_CALLS = 3

const callNames = (calls: readonly Call[]): string[] =>
  calls.slice(-MAX_CALLS).map(({ id, method, status }) => `call ${id}: ${method} → ${status}`)
