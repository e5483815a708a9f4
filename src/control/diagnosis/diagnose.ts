// Says what a bot did since an action, or why it did nothing.

import { describeValue, plural } from '../../lib/safe-text.ts'
import { formatSpan } from '../../lib/time-text.ts'
import type { Call, Delivery } from '../../service/event-log/entry.ts'
import type { BotRow } from '../../service/store/tables/bots.ts'
import type { Diagnosis } from '../contract/diagnosis.ts'
import { lastOutputLines } from '../describe/bot-output.ts'
import { refusalText, unconfirmedText } from '../describe/call.ts'
import { asSentence, botEndedText } from '../describe/program.ts'
import { viewCall } from '../present/traffic.ts'
import type { DiagnosisSources } from './bot-activity.ts'
import { type Evidence, gatherEvidence } from './evidence.ts'

interface Cause<Found> {
  state: Diagnosis['state']
  /** Returns what shows the cause, or undefined or false if it isn't the cause. */
  find(evidence: Evidence): Found | undefined | false
  text(evidence: Evidence, found: Found): string
  advice?(evidence: Evidence, found: Found): string | undefined
  lines?(evidence: Evidence, found: Found): string[]
}

type Words = Pick<Diagnosis, 'state' | 'text' | 'advice' | 'lines'>

const cause =
  <Found>({ state, find, text, advice, lines }: Cause<Found>) =>
  (evidence: Evidence): Words | undefined => {
    const found = find(evidence)
    if (found === undefined || found === false) return undefined
    const advised = advice?.(evidence, found)
    return {
      state,
      text: text(evidence, found),
      lines: lines?.(evidence, found) ?? [],
      ...(advised !== undefined && { advice: advised }),
    }
  }

/** The first that applies is the cause. */
const CAUSES = [
  cause({
    state: 'unknown-token',
    find: ({ isConnected, read }) =>
      !isConnected && some(read.log.calls.since().filter(({ bot, status }) => bot === null && status === 401)),
    text: ({ name }, { length }) =>
      `A program calls with a token that no bot has: ${plural(length, 'call')} got 401 Unauthorized. ${name} is not connected.`,
    advice: ({ name }) => `Give the program the token of ${name}.`,
    lines: outputLines,
  }),
  cause({
    state: 'ended',
    find: ({ end }) => end,
    text: ({ output }, end) => botEndedText(end, output),
    advice: lackedOperation,
    lines: (evidence, end) => {
      const again = isUnconfirmed(evidence)
      return [
        ...(again ? [unconfirmedText(again, evidence.name)] : []),
        ...refusalLines(evidence),
        ...lastOutputLines(evidence.output, botEndedText(end, evidence.output)),
      ]
    },
  }),
  cause({
    state: 'error',
    find: ({ thrown }) => thrown,
    text: ({ bot }, { text }) => asSentence(`The handler of ${bot.handle} threw: ${text}`),
    advice: lackedOperation,
    lines: (evidence, { frames }) => [...frames, ...refusalLines(evidence)],
  }),
  cause({
    state: 'suspended',
    find: ({ bot }) => bot.suspended === 1,
    text: ({ name }) => `${name} is suspended, so the service refuses its calls.`,
    advice: ({ bot }) => `Lift it: npx bot-emulator do updateBot --bot ${bot.handle} --suspended false`,
  }),
  cause({
    state: 'polls-refused',
    find: refusedTries,
    text: ({ name, read }, tries) => {
      const names = [...new Set(tries.map(({ method }) => method))].join(' and ')
      const times = tries.length === 1 ? 'and was refused' : `${tries.length} times and was refused each time`
      return `${name} called ${names} ${times}: ${refusalText(viewCall(read, tries.at(-1) as Call))}.`
    },
    lines: outputLines,
  }),
  cause({
    state: 'not-connected',
    find: ({ isConnected, calls }) => !isConnected && !calls.length,
    text: ({ hasProgram, name }) =>
      hasProgram
        ? `The program of ${name} runs, but has neither asked for updates nor set a webhook.`
        : `No program is connected as ${name}.`,
    advice: ({ name, read }) => `Start its program with the token of ${name} and the API root ${read.address}.`,
    lines: outputLines,
  }),
  cause({
    state: 'webhook-failing',
    find: failedAttempts,
    text: ({ name, pending }, { length }) =>
      `The webhook of ${name} has not accepted update ${pending} in ${plural(length, 'attempt')}.`,
    advice: ({ read }, attempts) =>
      attempts.some(({ status }) => status === 401) ? secretAdvice(read.service.name) : undefined,
    lines: (_, attempts) => attempts.slice(-MAX_LINES).map(attemptLine),
  }),
  cause({
    state: 'not-asked-for',
    find: ({ updates, calls, unwanted }) => !updates.length && !calls.length && unwanted,
    text: ({ name }, type) => `${name} does not ask for ${type} updates.`,
    advice: (_, type) => `Add ${type} to allowed_updates.`,
  }),
  cause({
    state: 'refused',
    find: (evidence) => some(refusalLines(evidence)),
    text: (_, [first = '']) => first,
    lines: ({ error }, [, ...others]) => [...others, ...(error ? [`The bot wrote: ${error.text}`] : [])],
  }),
  cause({
    state: 'error',
    find: ({ error, calls }) => !calls.length && error,
    text: ({ name }, { text }) => `${name} wrote: ${text}`,
    lines: outputLines,
  }),
  cause({
    state: 'unconfirmed',
    find: isUnconfirmed,
    text: ({ name }, unconfirmed) => unconfirmedText(unconfirmed, name),
    advice: (_, { advice }) => advice,
  }),
  cause({
    state: 'not-fetched',
    find: ({ isReady, isConnected, unconfirmed, pending }) => !isReady && isConnected && !unconfirmed && pending,
    text: ({ name }, pending) => `${name} has not asked for update ${pending}, which is pending.`,
  }),
  cause({
    state: 'working',
    find: ({ isIdle }) => !isIdle,
    text({ name, pending, received }) {
      const update = pending ?? received
      const since = update === undefined ? 'again' : `since it received update ${update}`
      return `${name} has not asked for updates ${since}.`
    },
    lines: callLines,
  }),
  cause({
    state: 'silent',
    find: ({ calls, updates }) => !calls.length && some([...new Set(updates)]),
    text: ({ name }, types) => `${name} got ${types.join(' and ')} and made no call.`,
  }),
  cause({
    state: 'called',
    find: ({ calls }) => some(calls),
    text: ({ name }, { length }) => `${name} made ${plural(length, 'call')}.`,
    lines: callLines,
  }),
  cause({
    state: 'idle',
    find: () => true,
    text: ({ name }) => `${name} is connected, and has no update to answer.`,
  }),
]

export function diagnose(sources: DiagnosisSources, bot: BotRow, after?: number): Diagnosis {
  const evidence = gatherEvidence(sources, bot, after)
  let words: Words | undefined
  for (const causeOf of CAUSES) words ??= causeOf(evidence)
  return { bot: bot.handle, idle: evidence.isIdle, ...(words as Words) }
}

const MAX_LINES = 3
const MAX_TEXT = 60
const LIBRARY_SERVICE = 'Telegram'

const some = <Item>(items: readonly Item[]) => items.length > 0 && items

function outputLines({ output }: Evidence): string[] {
  return lastOutputLines(output)
}

function refusedTries({ isConnected, read, bot }: Evidence) {
  if (isConnected) return undefined
  const calls = read.log.calls.since().filter((call) => call.bot === bot.id)
  const tries = calls.filter(({ method }) => /^(getUpdates|setWebhook)$/i.test(method))
  return tries.at(-1)?.status !== 200 && some(tries)
}

/** An update that the bot receives again and again, because it never confirms it. */
function isUnconfirmed({ hasWebhook, unconfirmed }: Evidence) {
  return !hasWebhook && unconfirmed && unconfirmed.times > 1 ? unconfirmed : undefined
}

function failedAttempts({ read, bot, hasWebhook, pending }: Evidence) {
  if (!hasWebhook || pending === undefined) return undefined
  const all = read.log.deliveries.since().filter((each) => each.bot === bot.id && each.update.update_id === pending)
  // Update ids start again in each world, so earlier deliveries with this id can belong to another update.
  return some(all.slice(all.findLastIndex(({ attempt }) => attempt === 1)).filter(({ error }) => error !== null))
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

function refusalLines({ read, calls }: Evidence): string[] {
  const refused = calls.filter(({ status, lenient }) => status !== 200 && !lenient)
  return refused.slice(-MAX_LINES).map((call) => {
    const { text } = call.params
    const about = typeof text === 'string' && text.length <= MAX_TEXT ? ` with text ${describeValue(text)}` : ''
    return `${call.method}${about} was refused: ${refusalText(viewCall(read, call))}.`
  })
}

/** The commonest reason why a bot that was written for Telegram stops. */
function lackedOperation({ read, calls }: Evidence): string | undefined {
  const lacked = calls.findLast((call) => viewCall(read, call).rule === 'GAP-03')
  return lacked && `The service has no ${lacked.method}. Let such calls succeed: --lenient ${lacked.method}`
}

function callLines({ calls }: Evidence): string[] {
  return calls.slice(-MAX_LINES).map(({ id, method, status }) => `call ${id}: ${method} → ${status}`)
}
