// The lines of one traffic entry: its head, a refusal's reason, its unfolded content.

import { updateText } from '../../describe/message.ts'
import { secondOf } from '../../describe/time.ts'
import { memoizeBySubject } from '../state/memoize.ts'
import type { Entry } from '../state/model.ts'
import type { Look } from '../terminal/look.ts'
import { wrap } from '../text/cells.ts'
import { jsonLines } from '../text/json-lines.ts'
import type { Line } from '../text/line.ts'
import { type Style, signsOf } from '../text/style.ts'

const TIME = 10
/** The maximum number of lines for each JSON value of an unfolded entry. */
const MAX_LINES = 10
const MAX_NOTE_LINES = 4
const INDENT = 5
const CAUSED_INDENT = 2

interface EntryProps {
  entry: Entry
  look: Look
  room: number
  hasManyBots: boolean
  /** 'linked' marks the entry of the selection while another pane has the focus. */
  mark: 'chosen' | 'linked' | null
  isUnfolded: boolean
  isRepeated: boolean
  hasTime: boolean
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
    const { entry, look, room, mark, isUnfolded, hasTime } = props
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
  const { method, status, ok, duration_ms, params, ignored } = entry.call
  const words = [params.text, params.caption].find((one) => typeof one === 'string') ?? formatParams(params)
  const took = duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms)
  return {
    verdict: ok ? 'ok' : String(status),
    style: ignored ? 'warn' : ok ? 'good' : 'bad',
    text: `${bot}${method} ${ignored ? `(${ignored.join(', ')} ignored) ` : ''}${words}`,
    rightText: `${entry.times ? `${times}${entry.times} ` : ''}${took}ms`,
  }
}

/** True if the reason was already shown for the call before. */
export const isSameRefusal = (entry: Entry, before: Entry | undefined) =>
  entry.kind === 'call' &&
  before?.kind === 'call' &&
  before.call.why === entry.call.why &&
  before.call.rule === entry.call.rule

function reasonLines({ entry, isUnfolded, isRepeated }: EntryProps, room: number): string[] {
  if (entry.kind !== 'call' || entry.isUndone || entry.call.ok || !entry.call.why || (isRepeated && !isUnfolded))
    return []
  return wrap(`${entry.call.why}  ${entry.call.rule ?? ''}`, room).slice(0, 4)
}

const formatParams = (params: Readonly<Record<string, unknown>>): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' ')
    .slice(0, 300)
