// One line of the traffic, with more below it where it is refused or unfolded.

import type { ReactNode } from 'react'
import { gistOf } from '../../state/excerpt.ts'
import type { Entry } from '../../state/model.ts'
import type { State } from '../../state/state.ts'
import type { Look } from '../../terminal/look.ts'
import { wrap } from '../../text/cells.ts'
import { jsonLines } from '../../text/json-lines.ts'
import type { Line } from '../../text/line.ts'
import { secondOf } from '../../text/when.ts'
import { type Style, signsOf } from '../frame/theme.ts'
import { drawnOnce } from '../frame/window.ts'
import { lineRows, Row, Words } from '../frame/words.tsx'

/** The cells of the mark and the time before each line. */
const TIME = 10
/** Of what is unfolded, in each part. */
const MAX_LINES = 10
const INDENT = 5
/** What answers an update stands a little to the right below it. */
const CAUSED = 2

interface Head {
  verdict: string
  style: Style
  said?: string
  aside?: string
  /** Of a note that is longer than a line. */
  rest?: string[]
}

export interface EntryView {
  before: Entry | undefined
  room: number
  /** Where the keys are, or what belongs to what is chosen beside it. */
  mark: 'chosen' | 'linked' | null
  isUnfolded: boolean
}

const once = drawnOnce<Entry, ReactNode>()

export function entryRows(state: State, entry: Entry, view: EntryView): readonly ReactNode[] {
  const { before, room, mark, isUnfolded } = view
  const looks = [state.look, state.bots.length > 1, room, mark, isUnfolded, isRepeated(entry, before)]
  return once(entry, looks, () => rowsOf(state, entry, view))
}

function rowsOf(state: State, entry: Entry, { before, room, mark, isUnfolded }: EntryView): ReactNode[] {
  const chosen = mark === 'chosen' && room
  const on = { entry: entry.id }
  const when = <Words as="dim">{`${mark ? '>' : ' '}${entry.at ? secondOf(entry.at) : '--:--:--'} `}</Words>
  const below = (lines: readonly Line[], indent: number) =>
    lineRows(lines, { id: `${entry.id} ${indent}`, on, chosen, indent })
  const indent = entry.cause === null ? 0 : CAUSED
  const { verdict, style, said, aside, rest = [] } = headOf(state, entry, room - TIME - indent)
  return [
    <Row key={entry.id} on={on} chosen={chosen} right={aside && <Words as="dim">{` ${aside}`}</Words>}>
      {when}
      <Words>{' '.repeat(indent)}</Words>
      <Words as={style}>{verdict}</Words>
      {said && <Words as={mark === 'linked' ? 'strong' : 'plain'}>{` ${said}`}</Words>}
    </Row>,
    ...below(linesOf(rest, style), TIME + indent),
    ...below(linesOf(causeOf(entry, before, isUnfolded, room - INDENT), 'warn'), INDENT),
    ...(isUnfolded && entry.kind !== 'note' ? below(insideOf(entry, room - TIME, state.look), TIME) : []),
  ]
}

const linesOf = (texts: readonly string[], style: Style): Line[] => texts.map((text) => ({ pieces: [[text, style]] }))

/** What an update holds; what a call was sent with, and below an arrow what came of it. */
function insideOf(entry: Exclude<Entry, { kind: 'note' }>, room: number, look: Look): Line[] {
  const { sent, more } = signsOf(look)
  const inBrief = (value: unknown, deep = 0) => {
    const lines = jsonLines(value, room, { deep })
    const isLong = lines.length > MAX_LINES
    return isLong ? [...lines.slice(0, MAX_LINES), ...linesOf([`${more} o opens it whole`], 'dim')] : lines
  }
  if (entry.kind === 'update') return inBrief({ ...entry.update, update_id: undefined }, 1)
  const { params, body } = entry.call
  const [first, ...rest] = inBrief(body.ok ? body.result : { ...body, ok: undefined })
  const result = first ? [{ ...first, pieces: [[`${sent} `, 'key'] as const, ...first.pieces] }, ...rest] : []
  return [...(Object.keys(params).length ? inBrief(params) : []), ...result]
}

/** What was said and the verdict come first; what became of an update, and how long a call took, last. */
function headOf({ look, bots }: State, entry: Entry, room: number): Head {
  if (entry.kind === 'note') {
    const [verdict = '', ...rest] = wrap(entry.text, room).slice(0, 4)
    return { verdict, style: entry.bad ? 'bad' : 'dim', rest }
  }
  const { came, times } = signsOf(look)
  const who = bots.length > 1 ? `${entry.bot} ` : ''
  if (entry.kind === 'update') {
    const gist = gistOf(entry.update)
    const isFailed = entry.state.startsWith('failed')
    const said = `${who}${entry.updateType === 'message' && gist ? '' : `${entry.updateType} `}${gist}`
    return { verdict: came, style: isFailed ? 'bad' : 'strong', said, aside: entry.state }
  }
  const { method, status, ok, duration_ms, params } = entry.call
  const words = [params.text, params.caption].find((one) => typeof one === 'string') ?? short(params)
  return {
    verdict: ok ? 'ok' : String(status),
    style: ok ? 'good' : 'bad',
    said: `${who}${method} ${words}`,
    aside: `${entry.times ? `${times}${entry.times} ` : ''}${duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms)}ms`,
  }
}

/** One cause of many refusals is said once. */
const isRepeated = (entry: Entry, before: Entry | undefined) =>
  entry.kind === 'call' &&
  before?.kind === 'call' &&
  before.call.why === entry.call.why &&
  before.call.rule === entry.call.rule

function causeOf(entry: Entry, before: Entry | undefined, isUnfolded: boolean, room: number): string[] {
  if (entry.kind !== 'call' || entry.call.ok || !entry.call.why) return []
  if (!isUnfolded && isRepeated(entry, before)) return []
  return wrap(`${entry.call.why}  ${entry.call.rule ?? ''}`, room).slice(0, 4)
}

function short(params: Readonly<Record<string, unknown>>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' ')
    .slice(0, 300)
}
