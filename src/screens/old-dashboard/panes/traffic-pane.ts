// The right pane: calls and updates, the newest at the bottom.

import { unconfirmedNotes } from '../../../control/describe/call.ts'
import { updateText } from '../../../control/describe/message.ts'
import { secondOf } from '../../../lib/time-text.ts'
import { exchangeId } from '../../model/traffic-entries.ts'
import { chipsIn } from '../../model/traffic-filter.ts'
import { memoizeBySubject } from '../state/memoize.ts'
import type { Entry } from '../state/model.ts'
import { currentBot } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { wrap } from '../text/cells.ts'
import { jsonLines } from '../text/json-lines.ts'
import { type Line, type Piece, textLines } from '../text/line.ts'
import { type Look, type Style, signsOf } from '../text/style.ts'
import { visibleTraffic } from '../traffic/entries.ts'
import { hasNoProgram, isStartCommandShown } from '../traffic/program.ts'
import { type PaneView, type Room, rowsAround } from './lists.ts'

export function trafficPane(state: State, { width, height }: Room, isFocused: boolean): PaneView {
  const { look, filters, selection, unfolded, bots, pausedAt } = state
  const chips = chipLines(filters.traffic)
  const entries = visibleTraffic(state)
  const at = entries.findIndex((entry) => entry.id === selection.traffic)
  const block = (i: number) => {
    const entry = entries[i]!
    const mark = i !== at ? null : isFocused ? 'chosen' : 'linked'
    const isUnfolded = unfolded.includes(exchangeId(entry))
    return entryLines({
      entry,
      before: entries[i - 1],
      look,
      room: width,
      hasManyBots: bots.length > 1,
      mark,
      isUnfolded,
    })
  }
  const lines = entries.length
    ? rowsAround(entries.length, block, at < 0 ? null : at, height - chips.length)
    : emptyLines(state, width)
  const paused = pausedAt === null ? '' : ' paused'
  const index = at < 0 || !isFocused ? '' : ` ${at + 1} of ${entries.length}`
  return { title: `traffic${paused}${index}`, lines: [...chips, ...lines] }
}

function chipLines(filter: string): Line[] {
  const pieces = chipsIn(filter).flatMap(({ kind, value }, i): Piece[] => [
    [` ${kind === 'text' ? '/' : `${kind} `}${value} `, 'chosen', { target: { chip: i } }],
    [' '],
  ])
  return pieces.length ? [{ pieces }] : []
}

function emptyLines(state: State, room: number): Line[] {
  const say = (text: string) => textLines(text, room, 'dim')
  if (state.filters.traffic) return say('No matches. Esc clears the filter.')
  const bot = currentBot(state)
  if (!bot) return say('No bots yet. Press + to create one.')
  if (hasNoProgram(state, bot)) {
    const hint = isStartCommandShown(state) ? '' : ` y copies the command that starts ${bot.first_name}.`
    return say(`No bot has called yet.${hint}`)
  }
  return say(`${bot.first_name} is connected. Write to it to see its updates and calls here.`)
}

const TIME = 10
/** The maximum number of lines for each JSON value of an unfolded entry. */
const MAX_LINES = 10
const MAX_NOTE_LINES = 4
const INDENT = 5
const CAUSED_INDENT = 2

interface EntryProps {
  entry: Entry
  before: Entry | undefined
  look: Look
  room: number
  hasManyBots: boolean
  /** How the selected entry is marked: `chosen` while the traffic has the focus, `linked` while another pane has it. */
  mark: 'chosen' | 'linked' | null
  isUnfolded: boolean
}

interface Head {
  verdict: string
  style: Style
  text?: string
  rightText?: string
  rest?: string[]
}

export const entryLines = memoizeBySubject(
  ({ entry }: EntryProps) => entry,
  (props): readonly Line[] => {
    const { entry, before, look, room, mark, isUnfolded } = props
    const hasTime = before === undefined || Math.floor(before.at) !== Math.floor(entry.at)
    const time = hasTime ? (entry.at ? secondOf(entry.at) : '--:--:--') : ''
    const row = { target: { entry: entry.id }, isChosen: mark === 'chosen' }
    const below = (lines: readonly Line[], more: number) =>
      lines.map(({ pieces, indent = 0 }): Line => ({ ...row, pieces, indent: more + indent }))
    const indent = entry.cause === null ? 0 : CAUSED_INDENT
    const { verdict, style: ownStyle, text = '', rightText, rest = [] } = headOf(props, room - TIME - indent)
    const style = entry.isUndone ? 'undone' : ownStyle
    const right = entry.isUndone ? 'undone' : rightText
    return [
      {
        ...row,
        pieces: [
          [`${mark ? '>' : ' '}${time}`.padEnd(TIME), 'dim'],
          [' '.repeat(indent)],
          [verdict, style],
          [text && ' '],
          [text, entry.isUndone ? 'undone' : mark === 'linked' ? 'strong' : 'plain'],
        ],
        ...(right !== undefined && { right: [[` ${right}`, 'dim']] }),
      },
      ...below(linesOf(rest, style), TIME + indent),
      ...below(linesOf(reasonLines(props, room - INDENT), 'reason'), INDENT),
      ...(isUnfolded && entry.kind !== 'note' ? below(contentLines(entry, room - TIME, look), TIME) : []),
    ]
  },
)

const linesOf = (texts: readonly string[], style: Style): Line[] => texts.map((text) => ({ pieces: [[text, style]] }))

function contentLines(entry: Exclude<Entry, { kind: 'note' }>, room: number, look: Look): Line[] {
  const { sent, more } = signsOf(look)
  const shortened = (value: unknown, unfoldedDepth = 0): Line[] => {
    const lines = jsonLines(value, room, { unfoldedDepth })
    const isLong = lines.length > MAX_LINES
    return isLong
      ? [...lines.slice(0, MAX_LINES), ...linesOf([`${more} press o to show the whole text`], 'dim')]
      : lines
  }
  if (entry.kind === 'update') return shortened({ ...entry.update, update_id: undefined }, 1)
  const { params, body } = entry.call
  const [first, ...rest] = shortened(body.ok ? body.result : { ...body, ok: undefined })
  const result = first ? [{ ...first, pieces: [[`${sent} `, 'key'] as const, ...first.pieces] }, ...rest] : []
  return [...(Object.keys(params).length ? shortened(params) : []), ...result]
}

function headOf({ look, hasManyBots, entry, isUnfolded }: EntryProps, room: number): Head {
  const { came, times, more } = signsOf(look)
  if (entry.kind === 'note') {
    const style = entry.isError ? 'bad' : entry.isOutput ? 'plain' : 'dim'
    const all = wrap(entry.text, room)
    const folded = entry.error === undefined ? all : wrap(entry.error, room)
    const isFolded = !isUnfolded && all.length > MAX_NOTE_LINES
    const shown = isFolded ? folded.slice(0, MAX_NOTE_LINES - 1) : all
    const [verdict = '', ...rest] = isFolded ? [...shown, `${more} ${all.length - shown.length} more lines`] : shown
    return { verdict, style, rest }
  }
  const bot = hasManyBots ? `${entry.bot} ` : ''
  if (entry.kind === 'update') {
    const gist = updateText(entry.update)
    const isFailed = entry.state.startsWith('failed')
    const text = `${bot}${entry.updateType === 'message' && gist ? '' : `${entry.updateType} `}${gist}`
    return { verdict: came, style: isFailed ? 'bad' : 'strong', text, rightText: entry.state }
  }
  const { method, status, ok, duration_ms, params, ignored, read_leniently, unconfirmed } = entry.call
  const words = [params.text, params.caption].find((one) => typeof one === 'string') ?? formatParams(params)
  const took = duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms)
  return {
    verdict: ok ? 'ok' : String(status),
    style: !ok ? 'bad' : ignored || read_leniently || unconfirmed ? 'warn' : 'good',
    text: [`${bot}${method}`, remark(ignored, 'ignored'), remark(read_leniently, 'read leniently'), words]
      .filter(Boolean)
      .join(' '),
    rightText: `${entry.times ? `${times}${entry.times} ` : ''}${took}ms`,
  }
}

const remark = (params: readonly string[] | undefined, what: string) => params && `(${params.join(', ')} ${what})`

/**
 * Returns the reason for a refusal as lines, or why a bot gets the same update again and again. A folded call with the
 * same reason as the call before it gets no lines.
 */
function reasonLines({ entry, before, isUnfolded }: EntryProps, room: number): string[] {
  if (entry.kind !== 'call' || entry.isUndone) return []
  const [note] = unconfirmedNotes(entry.call.unconfirmed)
  if (note !== undefined) return wrap(note, room)
  if (entry.call.ok || !entry.call.why) return []
  const { why, rule = '' } = entry.call
  const isRepeated = before?.kind === 'call' && before.call.why === why && (before.call.rule ?? '') === rule
  return isRepeated && !isUnfolded ? [] : wrap(`${why}  ${rule}`, room).slice(0, 4)
}

const formatParams = (params: Readonly<Record<string, unknown>>): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' ')
    .slice(0, 300)
