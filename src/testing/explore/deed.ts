// Says in words what a person did, for the summaries of findings.

import { quote } from '../../lib/safe-text.ts'
import { nameFromHandle } from '../worlds/world-file.ts'
import { actorOf, type Move } from './moves.ts'
import type { Observation } from './observation.ts'

const MAX_QUOTED = 60

const DEEDS: Readonly<Record<string, (params: Move['params']) => string>> = {
  start: ({ payload }) =>
    `starts the bot${payload === undefined ? '' : ` with the payload ${quote(payload, MAX_QUOTED)}`}`,
  send: ({ text, reply_to }) =>
    `${reply_to === undefined ? 'sends' : 'replies to a message with'} ${quote(text, MAX_QUOTED)}`,
  edit: ({ text }) => `changes a message to ${quote(text, MAX_QUOTED)}`,
  delete: () => 'deletes a message',
  press: ({ button }) => `presses ${quote(button, MAX_QUOTED)}`,
  tap: ({ key }) => `taps ${quote(key, MAX_QUOTED)}`,
  sendFile: ({ kind, caption }) => `sends a file (${kind})${caption === undefined ? ' without a caption' : ''}`,
  block: () => 'blocks the bot',
  join: () => 'joins the group',
  leave: () => 'leaves the group',
}

/** Returns a text such as `When Alice sends "/list"`. */
export function deedText({ move, params }: Pick<Observation, 'move' | 'params'>): string {
  const actor = actorOf(move)
  if (actor === undefined) return `When ${move.label}`
  const deed = DEEDS[move.action]?.(params) ?? `${move.action}s ${nameFromHandle(String(params.who))}`
  return `When ${nameFromHandle(actor)} ${deed}`
}
