// The inspector's items for the chosen message, call or update.

import { fileIn, serviceText, textOrCaption, updateText } from '../../../control/describe/message.ts'
import { formatMs, secondOf } from '../../../lib/time-text.ts'
import { causesByRule } from '../../../service/rules/causes.ts'
import { elapsedMs, exchangeId, type Moment } from '../../model/traffic-entries.ts'
import type { Tone } from '../look.ts'
import { dim, heading, type Item, type Part, saying, strong, whole } from '../screen/items.ts'
import { inspectorColumns } from '../screen/panes.ts'
import type { Message, Screen, TrafficEntry } from '../screen/screen.ts'
import { chosenEntry, chosenMessage, entryOfMessage, reasonOf } from '../screen/traffic.ts'
import { truncate, wrap } from '../text/cells.ts'
import { fold, isUnfolded, jsonItems } from './json-items.ts'

export type Subject = { kind: 'entry'; entry: TrafficEntry } | { kind: 'message'; message: Message } | undefined

export function subjectOf(screen: Screen): Subject {
  const { focus, behind } = screen
  const place = focus.value === 'inspector' ? behind.value : focus.value
  const entry = place === 'traffic' ? chosenEntry(screen) : undefined
  if (entry) return { kind: 'entry', entry }
  const message = chosenMessage(screen)
  return message && { kind: 'message', message }
}

export function chosenTitle(screen: Screen): string {
  const subject = subjectOf(screen)
  if (!subject) return screen.chat.value?.title ?? 'nothing is chosen'
  if (subject.kind === 'message') return `message ${subject.message.message_id}`
  const { entry } = subject
  if (entry.kind === 'call') return `${entry.bot} calls ${entry.call.method}`
  return entry.kind === 'update' ? `update ${entry.updateId}: ${entry.state}` : 'note'
}

/** Returns what is copied as JSON. */
export function valueOfSubject(subject: Subject): unknown {
  if (subject?.kind === 'message') return subject.message
  const entry = subject?.entry
  if (!entry || entry.kind === 'note') return entry?.text
  if (entry.kind === 'update') return entry.update
  const { bot, method, params, status, body, why, rule } = entry.call
  return { bot, method, params, status, why, rule, body }
}

export function chosenItems(screen: Screen): Item[] {
  const subject = subjectOf(screen)
  if (subject?.kind === 'message') return messageItems(screen, subject.message)
  if (subject) return entryItems(screen, subject.entry)
  const chat = screen.chat.value
  return chat ? jsonItems(screen, chat, 'chat') : [saying('Choose a message, or a line of the traffic.')]
}

function messageItems(screen: Screen, message: Message): Item[] {
  const entry = entryOfMessage(screen, message.message_id)
  const file = fileIn(message)
  const text = serviceText(message) ?? textOrCaption(message) ?? ''
  return [
    { id: 'author', parts: [strong(message.author.first_name)], value: message },
    ...(file ? [{ id: 'file', parts: [`[${file.kind}] ${file.name ?? ''} ${file.file.file_size} B`] }] : []),
    ...(text ? textRows(screen, text) : []),
    // The answer of the call is the message.
    ...(entry?.kind === 'call'
      ? [heading('the call'), ...callItems(screen, entry)]
      : [heading('the message'), ...jsonItems(screen, message, 'message')]),
  ]
}

/** A text as an item a row, so that a long one can be read to its end. */
const textRows = (screen: Screen, text: string): Item[] =>
  wrap(text, inspectorColumns(screen) - 1).map((row, i) => ({ id: `row ${i}`, parts: [row], value: text }))

function entryItems(screen: Screen, entry: TrafficEntry): Item[] {
  const { traffic } = screen.model
  if (entry.kind === 'note') return textRows(screen, entry.text)
  const update = traffic.value.find(({ id }) => id === exchangeId(entry))
  const exchange = traffic.value.filter((one) => exchangeId(one) === exchangeId(entry))
  const times = update?.kind === 'update' ? waterfall(screen, exchange, update) : []
  if (entry.kind === 'call')
    return [...callItems(screen, entry), ...(times.length ? [heading('the exchange'), ...times] : [])]
  return [...times, heading('the update'), ...jsonItems(screen, entry.update, 'update')]
}

/** For a refused call: the reason and the rule, which the bot doesn't get. */
function callItems(screen: Screen, { call }: TrafficEntry & { kind: 'call' }): Item[] {
  const { method, params, body, status, ok, why, rule, notes = [], duration_ms, at } = call
  const isExplained = isUnfolded(screen, 'rule')
  const { unfolded, folded } = screen.look.signs
  const verdict = `${method} ${status} ${ok ? 'ok' : 'refused'} in ${formatMs(duration_ms)}`
  return [
    { id: 'verdict', parts: [strong(verdict, ok ? 'good' : 'bad')], right: [dim(secondOf(at))], value: call },
    ...(why ? [whole('why', { text: `why: ${reasonOf(call)}`, tone: 'bad' })] : []),
    ...notes.map((note, i) => whole(`note ${i}`, { text: note, tone: 'warn' })),
    ...(rule
      ? [{ id: 'rule', parts: [`${isExplained ? unfolded : folded} rule ${rule}`], run: fold(screen, 'rule') }]
      : []),
    ...(rule && isExplained ? ruleItems(rule) : []),
    heading('sent'),
    ...jsonItems(screen, params, 'sent'),
    heading('answered'),
    ...jsonItems(screen, ok ? body.result : body, 'answered'),
  ]
}

const ruleItems = (rule: string): Item[] =>
  causesByRule(rule).flatMap(({ status, description, causes }, i) => [
    whole(`rule ${i}`, `${status} ${description}`, { indent: 2 }),
    ...causes.map(({ why }, at) => ({ ...saying(why, `rule ${i} ${at}`), indent: 4 })),
  ])

const MAX_NAME = 20
/** The cells of a start time or a duration, such as `+1204 ms`. */
const TIME_CELLS = 9
const MIN_BAR = 4

/** The times are milliseconds after the update. */
interface Span {
  id: number
  name: string
  tone?: Tone | undefined
  fromMs: number
  toMs: number
}

/** When the bot got the update, when each call began and how long it took, and when the bot asked again. */
function waterfall(
  screen: Screen,
  exchange: readonly TrafficEntry[],
  update: TrafficEntry & { kind: 'update' },
): Item[] {
  const room = inspectorColumns(screen)
  const moment = (name: string, id: number, at: Moment | undefined): Span[] =>
    at ? [{ id, name, fromMs: elapsedMs(update, at), toMs: elapsedMs(update, at) }] : []
  const calls = exchange.flatMap((entry): Span[] => {
    if (entry.kind !== 'call') return []
    const { method, ok, duration_ms } = entry.call
    const endMs = elapsedMs(update, entry)
    return [{ id: entry.id, name: method, tone: ok ? 'good' : 'bad', fromMs: endMs - duration_ms, toMs: endMs }]
  })
  const spans = [...moment('received', -1, update.received), ...calls, ...moment('idle', -2, update.idle)]
  if (!spans.length) return [saying('The bot has not received the update yet.')]
  const totalMs = Math.max(1, ...spans.map(({ toMs }) => toMs))
  const slowestMs = Math.max(...calls.map(({ fromMs, toMs }) => toMs - fromMs))
  const nameCells = Math.min(MAX_NAME, Math.max(...spans.map(({ name }) => name.length)))
  const barCells = Math.max(MIN_BAR, room - nameCells - 2 * TIME_CELLS - 3)
  const rows = spans.map(({ id, name, tone, fromMs, toMs }): Item => {
    const from = Math.min(barCells - 1, Math.max(0, Math.floor((fromMs / totalMs) * barCells)))
    const cells = Math.min(barCells - from, Math.max(1, Math.round(((toMs - fromMs) / totalMs) * barCells)))
    const isSlowest = tone !== undefined && calls.length > 1 && toMs - fromMs === slowestMs
    const barTone = isSlowest && tone === 'good' ? 'warn' : tone
    const parts: Part[] = [
      truncate(name, nameCells).padEnd(nameCells),
      dim(`+${formatMs(Math.max(0, fromMs))}`.padStart(TIME_CELLS)),
      {
        text: (tone ? formatMs(toMs - fromMs) : '').padStart(TIME_CELLS),
        ...(isSlowest && { tone: 'warn', bold: true }),
      },
      { text: ` ${' '.repeat(from)}${tone ? screen.look.signs.full.repeat(cells) : '|'}`, tone: barTone },
    ]
    return { id: `span ${id}`, parts }
  })
  const words = updateText(update.update) || update.updateType
  return [
    {
      id: 'exchange',
      parts: [strong(truncate(words, room - 12)), dim(`  ${secondOf(update.at)}`)],
      value: update.update,
    },
    ...rows,
  ]
}
