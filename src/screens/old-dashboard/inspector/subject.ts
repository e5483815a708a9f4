// The subject of the inspector: the selected traffic entry or message, else the open chat.

import { buttonsOf, fileIn, serviceText } from '../../../control/describe/message.ts'
import { causesByRule } from '../../../service/rules/causes.ts'
import type { Moment } from '../../model/traffic-entries.ts'
import { selectedMessage } from '../state/conversation.ts'
import { paneBehindInspector } from '../state/layout.ts'
import type { Entry, Message, PersonChat } from '../state/model.ts'
import { openChat } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { padToWidth, truncate } from '../text/cells.ts'
import { foldedJson, jsonBelow } from '../text/json-lines.ts'
import { BLANK, type Line, lineOf, textLines } from '../text/line.ts'
import { type Style, signsOf } from '../text/style.ts'
import { selectedEntry } from '../traffic/entries.ts'
import { entryOfMessage } from '../traffic/links.ts'

export type Subject =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'message'; message: Message }
  | { kind: 'chat'; chat: PersonChat }

export function subjectOf(state: State): Subject | undefined {
  const pane = paneBehindInspector(state)
  const entry = pane === 'traffic' ? selectedEntry(state) : undefined
  if (entry) return { kind: 'entry', entry }
  const message = selectedMessage(state)
  if (message) return { kind: 'message', message }
  const chat = openChat(state)
  return chat && { kind: 'chat', chat }
}

/** Returns the subject on which commands act; undefined if the inspector has the focus but does not show it. */
export const focusedSubject = (state: State): Subject | undefined =>
  state.focus === 'inspector' && state.inspector.view !== 'chosen' ? undefined : subjectOf(state)

export function subjectTitle(subject: Subject | undefined): string {
  if (!subject) return 'nothing is selected'
  if (subject.kind === 'chat') return subject.chat.title
  if (subject.kind === 'message') return `message ${subject.message.message_id}`
  const { entry } = subject
  if (entry.kind === 'call') return `${entry.bot} calls ${entry.call.method}`
  return entry.kind === 'update' ? `update ${entry.updateId} for ${entry.bot}: ${entry.state}` : 'note'
}

export function valueToCopy(subject: Subject): unknown {
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
  if (!subject) return textLines('Select a message, or a line of the traffic.', room, 'dim')
  if (subject.kind === 'chat') return json(subject.chat)
  if (subject.kind === 'message') {
    const entry = entryOfMessage(state, subject.message.message_id)
    const made = entry?.kind === 'call' ? [BLANK, lineOf(['the call', 'strong']), ...callLines(state, entry, room)] : []
    return [...messageTextLines(subject.message, room), BLANK, ...json(subject.message), ...made]
  }
  const { entry } = subject
  if (entry.kind === 'note') return textLines(entry.text, room, entry.isError ? 'bad' : 'plain')
  return entry.kind === 'update'
    ? [...waterfallLines(state, entry, room), ...json(entry.update)]
    : callLines(state, entry, room)
}

const ruleLines = (rule: string, room: number): Line[] =>
  causesByRule(rule).flatMap(({ status, description, causes }) => [
    ...textLines(`${status} ${description}`, room, 'plain', 2),
    ...causes.flatMap(({ why }) => textLines(why, room, 'dim', 4)),
  ])

/** For a refused call, adds the reason and the rule, which the bot does not receive. */
function callLines(state: State, { call, times }: Entry & { kind: 'call' }, room: number): Line[] {
  const { method, params, body, status, ok, why, rule, notes = [], duration_ms } = call
  const { folded, unfolded } = signsOf(state.look)
  const isExplained = state.inspector.toggledFolds.includes('rule')
  const repetition = times ? ` ${times} times in a row, the last` : ''
  const verdict = `${method} ${status} ${ok ? 'ok' : 'refused'}${repetition} in ${duration_ms.toFixed(1)} ms`
  return [
    ...textLines(verdict, room, ok ? 'good' : 'bad'),
    ...(why ? textLines(`why: ${why}`, room, 'reason') : []),
    ...notes.flatMap((note) => textLines(note, room, 'warn')),
    ...(rule
      ? [{ ...lineOf([`${isExplained ? unfolded : folded} `, 'key'], [`rule: ${rule}`, 'reason']), fold: 'rule' }]
      : []),
    ...(rule && isExplained ? ruleLines(rule, room) : []),
    lineOf(['sent', 'strong']),
    ...jsonBelow(state, params, room, 'sent'),
    lineOf(['answered', 'strong']),
    ...jsonBelow(state, ok ? body.result : body, room, 'answered'),
  ]
}

function messageTextLines(message: Message, room: number): Line[] {
  const file = fileIn(message)
  const buttons = buttonsOf(message).map(({ text, url, callback_data }) => `[${text}] ${url ?? callback_data ?? ''}`)
  return [
    ...textLines(`${message.author.first_name}:`, room, 'strong'),
    ...(file ? textLines(`[${file.kind}] ${file.name ?? ''} ${file.file.file_size} B`, room) : []),
    ...textLines(serviceText(message) ?? message.text ?? message.caption ?? '', room),
    ...buttons.flatMap((button) => textLines(button, room, 'dim')),
  ]
}

const MAX_NAME = 20
/** The width of the columns for start times and durations, such as `+1204 ms`. */
const TIME_CELLS = 9
const MIN_BAR = 4

interface Row {
  name: string
  style: Style
  fromMs: number
  toMs: number
}

/** Returns no lines for an exchange from before the dashboard was opened, because its times are unknown. */
export function waterfallLines({ traffic, look }: State, update: Entry & { kind: 'update' }, room: number): Line[] {
  const { ms, received, idle } = update
  if (ms === undefined) return []
  const calls = traffic.flatMap((entry): Row[] => {
    if (entry.kind !== 'call' || entry.cause !== update.id || entry.ms === undefined) return []
    const { method, ok, duration_ms } = entry.call
    return [{ name: method, style: ok ? 'good' : 'bad', fromMs: entry.ms - duration_ms, toMs: entry.ms }]
  })
  const moment = (name: string, at: Moment | undefined): Row[] =>
    at?.ms === undefined ? [] : [{ name, style: 'dim', fromMs: at.ms, toMs: at.ms }]
  const rows = [...moment('received', received), ...calls, ...moment('idle', idle)]
  const totalMs = Math.max(1, ...rows.map(({ toMs }) => toMs - ms))
  const slowestMs = Math.max(...calls.map(({ fromMs, toMs }) => toMs - fromMs))
  const nameCells = Math.min(MAX_NAME, Math.max(0, ...rows.map(({ name }) => name.length)))
  const barCells = Math.max(MIN_BAR, room - nameCells - 2 * TIME_CELLS - 2)
  const { full, more } = signsOf(look)
  return [
    ...textLines(`${rows.length ? 'times' : 'not received yet'}`, room, 'strong'),
    ...rows.map(({ name, style, fromMs, toMs }) => {
      const isMoment = style === 'dim'
      const from = Math.min(barCells - 1, Math.max(0, Math.floor(((fromMs - ms) / totalMs) * barCells)))
      const cells = Math.min(barCells - from, Math.max(1, Math.round(((toMs - fromMs) / totalMs) * barCells)))
      const isSlowest = calls.length > 1 && toMs - fromMs === slowestMs && !isMoment
      const bar = ' '.repeat(from) + (isMoment ? '|' : full.repeat(cells))
      return lineOf(
        [padToWidth(truncate(name, nameCells, more), nameCells), isMoment ? 'dim' : 'plain'],
        [`+${Math.max(0, Math.round(fromMs - ms))} ms`.padStart(TIME_CELLS), 'dim'],
        [
          isMoment ? ' '.repeat(TIME_CELLS) : `${(toMs - fromMs).toFixed(0)} ms`.padStart(TIME_CELLS),
          isSlowest ? 'warn' : 'plain',
        ],
        [` ${bar}`, isSlowest && style === 'good' ? 'warn' : style],
      )
    }),
    BLANK,
  ]
}
