// Describes calls of bots, and how bots get their updates.

import { escapeInvisible, excerpt, quote } from '../../lib/safe-text.ts'
import { formatSpan } from '../../lib/time-text.ts'
import type { UnconfirmedUpdate } from '../../service/rules/shapes.ts'
import type { Diagnosis } from '../contract/diagnosis.ts'
import type { Missed } from '../contract/expectation.ts'
import type { CallView, DeliveryState } from '../contract/traffic.ts'
import type { FormatText } from './message.ts'

export const isPoll = (method: string) => method.toLowerCase() === 'getupdates'

const MAX_PARAM_CHARACTERS = 120

/** Maps parameters of Telegram's API to the names that they have in this service. */
const OTHER_NAMES: Readonly<Record<string, string>> = { reply_parameters: 'reply_to_message_id' }

export function ignoredNote(param: string): string {
  const otherName = OTHER_NAMES[param]
  const note = `${param} is not a parameter of this service and was ignored`
  return otherName ? `${note}; pass ${otherName} instead, or run bot-emulator with --client-fields` : note
}

const leniencyNote = (param: string) =>
  `${param} is not a parameter of this service: because of the setting client_fields, it was read as ${OTHER_NAMES[param]}`

export const unconfirmedText = ({ update_id, times }: UnconfirmedUpdate, bot = 'The bot') =>
  `${bot} received update ${update_id} ${times} times and never confirmed it.`

export const unconfirmedNotes = (update: UnconfirmedUpdate | undefined): string[] =>
  update && update.times > 1 ? [`${unconfirmedText(update)} ${update.advice}`] : []

/** True for a poll that repeats an answer which the traffic has shown already: it shows the 3rd, 10th, 100th and so on. */
export const isRepeatedPoll = ({ unconfirmed }: Pick<CallView, 'unconfirmed'>) =>
  unconfirmed !== undefined && !/^(3|10+)$/.test(String(unconfirmed.times))

type CallNotes = Pick<CallView, 'method' | 'ignored' | 'lenient' | 'read_leniently' | 'unconfirmed'>

export const notesOn = ({ method, ignored = [], lenient, read_leniently = [], unconfirmed }: CallNotes): string[] => [
  ...(lenient
    ? [
        `${method} is not an operation of this service: because of the setting lenient or stubs, the call succeeded without an effect`,
      ]
    : []),
  ...ignored.map(ignoredNote),
  ...read_leniently.map(leniencyNote),
  ...unconfirmedNotes(unconfirmed),
]

/** Why a call was refused, and the rule. The answer to the bot has neither. */
export const causeText = ({ why, rule }: Pick<CallView, 'why' | 'rule'>) =>
  [why, rule && `(${rule})`].filter(Boolean).join(' ')

/** Returns the description of a refusal as the bot received it, followed by the emulator's reason and the rule. */
export const refusalText = (call: CallView) => [call.body.description, causeText(call)].filter(Boolean).join(': ')

const MAX_CONTENT_CHARACTERS = 200

/** The text that a call sends, else its parameters, such as `message 2`. */
export function contentText({ params: { chat_id: _, ...params } }: CallView, max = MAX_CONTENT_CHARACTERS): string {
  const text = params.text ?? params.caption ?? params.title ?? params.url
  if (text !== undefined) return quote(typeof text === 'string' ? excerpt(text, max) : text)
  const wordOf = (name: string) => name.replace(/_id$/, '').replaceAll('_', ' ')
  return Object.entries(params)
    .map(([name, value]) => `${wordOf(name)} ${namesText(value, max) ?? quote(value, max)}`)
    .join(', ')
}

/** Names an object or the objects of a list by their first field, such as `menu.pdf`, or `order, help`. */
function namesText(value: unknown, max: number): string | undefined {
  const names = [value].flat().map((each) => typeof each === 'object' && Object.values(each ?? {})[0])
  const isNamed = names.length > 0 && names.every((name) => typeof name === 'string')
  return isNamed ? excerpt(escapeInvisible(names.join(', ')), max) : undefined
}

export function callText(call: CallView, show: FormatText = (text) => text): string {
  const { id, bot, method, params, status, body, notes = [] } = call
  const paramTexts = Object.entries(params).map(([key, value]) => `${key} ${quote(value, MAX_PARAM_CHARACTERS)}`)
  const cause = causeText(call)
  const parts = [
    `call ${id}: ${bot ?? 'unknown bot'} ${method}`,
    paramTexts.join(', '),
    `→ ${status}`,
    body.description && show(body.description),
    cause && `because ${cause}`,
  ]
  return [parts.filter(Boolean).join(' '), ...notes].join('; ')
}

export const isConnected = ({ polling, webhook }: DeliveryState) => polling || webhook !== null

/** Shows only the host of the webhook's URL, because the path can contain a secret. */
export function deliveryText({ polling, webhook }: Pick<DeliveryState, 'polling' | 'webhook'>): string {
  // The URL does not parse if its host contained a bot's token, which the emulator has replaced.
  if (webhook !== null) return `webhook ${URL.parse(webhook)?.host ?? '…'}`
  return polling ? 'polls' : 'neither polls nor has a webhook'
}

export const diagnosisText = ({ text, advice }: Pick<Diagnosis, 'text' | 'advice'>) =>
  [text, advice].filter(Boolean).join(' ')

/** Returns false for calls without visible effect: housekeeping, and operations that only `lenient` or `stubs` answer. */
export const isNoticeable = ({ lenient, housekeeping }: CallView) => !lenient && !housekeeping

/** True for a call that a fault has delayed, refused or lost. */
export const hasMetFault = ({ why = '' }: Pick<CallView, 'why'>) => why.includes('injected fault')

/** Why the service itself refused a call, without what an injected fault did to it. */
export const ownCause = ({ why }: Pick<CallView, 'why'>) => why?.replace(/(^|; )injected fault \d+: .*/s, '')

/** What an injected fault did to a call, in a few words: `answer lost`, `injected`. Without a fault, no words. */
export function faultWordsOf({ why = '', status }: Pick<CallView, 'why' | 'status'>): string[] {
  if (!hasMetFault({ why })) return []
  const [, delayMs] = /delayed by (\d+) ms/.exec(why) ?? []
  const late = delayMs ? [`${formatSpan(Number(delayMs) / 1000)} late`] : []
  const lost = /answer lost|no answer/.exec(why) ?? (status === 0 ? ['call lost'] : [])
  return [...late, ...lost, 'injected']
}

/** True if the bot made the call that met an injected fault again. */
export function isRepeatedAfterFault(calls: readonly CallView[]): boolean {
  const struck = calls.findIndex(hasMetFault)
  const { method, params } = calls[struck] ?? {}
  return calls
    .slice(struck + 1)
    .some((call) => call.method === method && JSON.stringify(call.params) === JSON.stringify(params))
}

/** Says how a wait ended without what it waited for, as the end of a sentence. */
export const waitEndText = ({ reason }: Pick<Missed, 'reason'>, seconds: number, who = 'the bot is') =>
  reason === 'idle' ? `, and ${who} idle` : reason === 'over' ? ` within ${seconds} s` : ''

const MAX_CALLS = 10

export function callLines(calls: readonly CallView[]): string[] {
  const more = calls.length - MAX_CALLS
  return [...calls.slice(0, MAX_CALLS).map((call) => callText(call)), ...(more > 0 ? [`… and ${more} more`] : [])]
}
