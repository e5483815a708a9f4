// The calls that people would notice, or that are meant to be: the others ask, or see to the bot's own business.

import type { SeenCall } from './result.ts'

const HOUSEKEEPING = /^(get|setWebhook$|deleteWebhook$|setMy)/

export const isNoticed = ({ method }: SeenCall) => !HOUSEKEEPING.test(method)

/** One line of what a call was. */
export function callLine({ id, method, params, status, body, why, rule }: SeenCall): string {
  const said = Object.entries(params).map(([key, value]) => `${key} ${short(value)}`)
  const answer =
    status === 200 ? '' : ` → ${status} ${body.description}${why === undefined ? '' : `: ${why} (${rule})`}`
  return `call ${id}: ${method} ${said.join(', ')}${answer}`
}

const MOST = 120

function short(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value)
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}
