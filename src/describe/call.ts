// Describes calls of bots, and how bots get their updates.

import type { CallView, DeliveryState } from '../contract/traffic.ts'
import { quote } from './text.ts'

export const isPoll = (method: string) => method.toLowerCase() === 'getupdates'

type FormatText = (text: string) => string

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

export interface CallNotes {
  method: string
  ignored?: readonly string[]
  lenient?: true
  read_leniently?: readonly string[]
}

/** Returns warnings about a call whose operation or parameters this service does not have. */
export const notesOn = ({ method, ignored = [], lenient, read_leniently = [] }: CallNotes): string[] => [
  ...(lenient
    ? [
        `${method} is not an operation of this service: because of the setting lenient or stubs, the call succeeded without an effect`,
      ]
    : []),
  ...ignored.map(ignoredNote),
  ...read_leniently.map(leniencyNote),
]

/**
 * Returns why a call was refused, and the id of the rule behind it. The answer that the bot received contains neither.
 */
export const causeText = ({ why, rule }: Pick<CallView, 'why' | 'rule'>) =>
  [why, rule && `(${rule})`].filter(Boolean).join(' ')

/** Returns the description of a refusal as the bot received it, followed by the emulator's reason and the rule. */
export const refusalText = (call: CallView) => [call.body.description, causeText(call)].filter(Boolean).join(': ')

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

interface PlayedSteps {
  steps: readonly { status: string; event: number }[]
  calls: readonly CallView[]
  /** The event ids of `calls`, in the same order. */
  call_events: readonly number[]
}

/** Returns the calls that a bot made after each step of a scenario, without successful getUpdates calls. */
export function callsByStep({ steps, calls, call_events }: PlayedSteps): CallView[][] {
  const byStep = steps.map((): CallView[] => [])
  for (const [i, call] of calls.entries()) {
    const at = steps.findLastIndex(({ status, event }) => status !== 'unreached' && event < (call_events[i] ?? 0))
    if (!isPoll(call.method) || !call.ok) byStep[at]?.push(call)
  }
  return byStep
}

/**
 * Describes how a bot gets its updates: by polling, by webhook or not at all. Shows only the host of the webhook's URL,
 * because the path can contain a secret.
 */
export function deliveryText({ polling, webhook }: Pick<DeliveryState, 'polling' | 'webhook'>): string {
  // The URL does not parse if its host contained a bot's token, which the emulator has replaced.
  if (webhook !== null) return `webhook ${URL.parse(webhook)?.host ?? '…'}`
  return polling ? 'polls' : 'neither polls nor has a webhook'
}
