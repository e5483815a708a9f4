// One call of a bot on one line.

import type { CallView } from '../contract/traffic.ts'
import { quoted } from './written.ts'

export function callLine({ id, bot, method, status, params, body, why, rule }: CallView): string {
  const { chat_id, text, caption } = params
  const said = text ?? caption
  return [
    `call ${id}:`,
    bot ?? 'unknown bot',
    method,
    ...(chat_id === undefined ? [] : [`to ${quoted(String(chat_id))}`]),
    ...(typeof said === 'string' ? [quoted(said)] : []),
    `→ ${status}`,
    ...(body.description ? [quoted(body.description)] : []),
    ...(why ? [`because ${why}`] : []),
    ...(rule ? [`[${rule}]`] : []),
  ].join(' ')
}
