// The calls that people would notice, or that are meant to be: the others ask, or see to the bot's own business.

import type { CallView } from '../../contract/traffic.ts'

const HOUSEKEEPING = /^(get|setWebhook$|deleteWebhook$|setMy)/

/** What is lenient does nothing that could be noticed. */
export const isNoticed = ({ method, lenient }: CallView) => !lenient && !HOUSEKEEPING.test(method)

/** One line of what a call was. */
export function callLine(call: CallView): string {
  const { id, method, params, status, notes = [] } = call
  const words = Object.entries(params).map(([key, value]) => `${key} ${short(value)}`)
  const outcome = status === 200 ? '' : ` → ${status} ${refusalText(call)}`
  return [`call ${id}: ${method} ${words.join(', ')}${outcome}`, ...notes].join('; ')
}

const MAX_CALLS = 10

/** A line for each, of many for the first. */
export function callLines(calls: readonly CallView[]): string[] {
  const more = calls.length - MAX_CALLS
  return [...calls.slice(0, MAX_CALLS).map(callLine), ...(more > 0 ? [`… and ${more} more`] : [])]
}

/** The description that the bot got, and the cause, which it did not get; what no rule has refused was injected. */
export function refusalText({ body, why, rule }: CallView): string {
  return [body.description, causeText({ why, rule })].filter(Boolean).join(': ')
}

export const causeText = ({ why, rule }: Pick<CallView, 'why' | 'rule'>) =>
  [why, rule && `(${rule})`].filter(Boolean).join(' ')

const MAX = 120

function short(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > MAX ? `${text.slice(0, MAX)}…` : text
}
