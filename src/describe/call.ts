// Says what a bot called and what came of it, and how its updates reach it.

import type { CallView, DeliveryState } from '../contract/traffic.ts'
import { quote } from './text.ts'

type Show = (text: string) => string

const MAX_PARAM = 120

export const ignoredNote = (param: string) => `${param} is not a parameter of this service and was ignored`

export interface Noted {
  method: string
  ignored?: readonly string[]
  lenient?: true
}

/** Returns what a developer should know of a call that succeeded. */
export const notesOn = ({ method, ignored = [], lenient }: Noted): string[] => [
  ...(lenient ? [`${method} is lenient: it was answered with true, and did nothing`] : []),
  ...ignored.map(ignoredNote),
]

/** Returns why a call was refused, and by which rule; a bot does not learn that. */
export const causeText = ({ why, rule }: Pick<CallView, 'why' | 'rule'>) =>
  [why, rule && `(${rule})`].filter(Boolean).join(' ')

/** Returns the description that the bot got, and the cause. */
export const refusalText = (call: CallView) => [call.body.description, causeText(call)].filter(Boolean).join(': ')

/** Returns a call on one line: who called what, with what, and what came of it. */
export function callText(call: CallView, show: Show = (text) => text): string {
  const { id, bot, method, params, status, body, notes = [] } = call
  const words = Object.entries(params).map(([key, value]) => `${key} ${quote(value, MAX_PARAM)}`)
  const cause = causeText(call)
  const parts = [
    `call ${id}: ${bot ?? 'unknown bot'} ${method}`,
    words.join(', '),
    `→ ${status}`,
    body.description && show(body.description),
    cause && `because ${cause}`,
  ]
  return [parts.filter(Boolean).join(' '), ...notes].join('; ')
}

/** Returns how a bot gets its updates. The path of a webhook may hold a secret, so only its host is named. */
export function deliveryText({ polling, webhook }: Pick<DeliveryState, 'polling' | 'webhook'>): string {
  if (webhook !== null) return `webhook ${new URL(webhook).host}`
  return polling ? 'polls' : 'neither polls nor has a webhook'
}
