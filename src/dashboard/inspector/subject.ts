// What is chosen: a line of the traffic, a message, else the chat that is open.

import { buttonsOf, fileIn, serviceText } from '../../describe/message.ts'
import { paneBeneath } from '../state/layout.ts'
import { selectedMessage } from '../state/messages.ts'
import type { ChatOfMine, Entry, Message } from '../state/model.ts'
import { openChat } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { foldedJson, jsonBelow } from '../text/json-lines.ts'
import { type Line, lineOf, textLines } from '../text/line.ts'
import { selectedEntry } from '../traffic/entries.ts'
import { entryOfMessage } from '../traffic/links.ts'

export type Subject =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'message'; message: Message }
  | { kind: 'chat'; chat: ChatOfMine }

export function subjectOf(state: State): Subject | undefined {
  const pane = paneBeneath(state)
  const entry = pane === 'traffic' ? selectedEntry(state) : undefined
  if (entry) return { kind: 'entry', entry }
  const message = selectedMessage(state)
  if (message) return { kind: 'message', message }
  const chat = openChat(state)
  return chat && { kind: 'chat', chat }
}

/** The same, unless the keys are in a view of the inspector that shows something else. */
export const focusedSubject = (state: State): Subject | undefined =>
  state.focus === 'inspector' && state.inspector.view !== 'chosen' ? undefined : subjectOf(state)

export function subjectTitle(subject: Subject | undefined): string {
  if (!subject) return 'nothing is chosen'
  if (subject.kind === 'chat') return subject.chat.title
  if (subject.kind === 'message') return `message ${subject.message.message_id}`
  const { entry } = subject
  if (entry.kind === 'call') return `${entry.bot} calls ${entry.call.method}`
  return entry.kind === 'update' ? `update ${entry.updateId} for ${entry.bot}: ${entry.state}` : 'note'
}

/** What is copied of it. */
export function wholeOf(subject: Subject): unknown {
  if (subject.kind === 'chat') return subject.chat
  if (subject.kind === 'message') return subject.message
  const { entry } = subject
  if (entry.kind === 'note') return entry.text
  if (entry.kind === 'update') return entry.update
  const { bot, method, params, status, body, why, rule } = entry.call
  return { bot, method, params, status, why, rule, body }
}

export function subjectLines(state: State, room: number): Line[] {
  const subject = subjectOf(state)
  const json = (value: unknown) => foldedJson(state, value, room)
  const below = (value: unknown, root: string) => jsonBelow(state, value, room, root)
  if (!subject) return textLines('Choose a message, or a line of the traffic.', room, 'dim')
  if (subject.kind === 'chat') return json(subject.chat)
  if (subject.kind === 'message') {
    const entry = entryOfMessage(state, subject.message.message_id)
    const made = entry?.kind === 'call' ? [BLANK, lineOf(['the call', 'strong']), ...callLines(entry, room, below)] : []
    return [...wordLines(subject.message, room), BLANK, ...json(subject.message), ...made]
  }
  const { entry } = subject
  if (entry.kind === 'note') return textLines(entry.text, room, entry.bad ? 'bad' : 'plain')
  return entry.kind === 'update' ? json(entry.update) : callLines(entry, room, below)
}

const BLANK: Line = { pieces: [] }

/** Why the service refused, in the words that it keeps from bots, and the rule. */
function callLines(
  { call, times }: Entry & { kind: 'call' },
  room: number,
  json: (value: unknown, root: string) => Line[],
): Line[] {
  const { method, params, body, status, ok, why, rule, duration_ms } = call
  const often = times ? ` ${times} times in a row, the last` : ''
  const verdict = `${method} ${status} ${ok ? 'ok' : 'refused'}${often} in ${duration_ms.toFixed(1)} ms`
  return [
    ...textLines(verdict, room, ok ? 'good' : 'bad'),
    ...(why ? textLines(`why: ${why}`, room, 'warn') : []),
    ...(rule ? textLines(`rule: ${rule}`, room, 'warn') : []),
    lineOf(['sent', 'strong']),
    ...json(params, 'sent'),
    lineOf(['answered', 'strong']),
    ...json(ok ? body.result : body, 'answered'),
  ]
}

/** All that a message says, to be read to its end. */
function wordLines(message: Message, room: number): Line[] {
  const held = fileIn(message)
  const buttons = buttonsOf(message).map(({ text, url, callback_data }) => `[${text}] ${url ?? callback_data ?? ''}`)
  return [
    ...textLines(`${message.author.first_name}:`, room, 'strong'),
    ...(held ? textLines(`[${held.kind}] ${held.name ?? ''} ${held.file.file_size} B`, room) : []),
    ...textLines(serviceText(message) ?? message.text ?? message.caption ?? '', room),
    ...buttons.flatMap((button) => textLines(button, room, 'dim')),
  ]
}
