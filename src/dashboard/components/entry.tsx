// One line of the traffic, with more below it where it is chosen or refused.

import type { ReactNode } from 'react'
import type { Entry } from '../state/entry.ts'
import { gistOf } from '../state/gist.ts'
import type { State } from '../state/state.ts'
import { wrap } from '../text/text.ts'
import { secondOf } from '../text/when.ts'
import { type Style, signsOf } from './theme.ts'
import { Row, Words } from './words.tsx'

/** The cells of the mark and the time before each line. */
const TIME = 10
const INDENT = 5
/** What answers an update stands a little to the right below it. */
const CAUSED = 2

interface Head {
  verdict: string
  style: Style
  said: string
  aside: string
  detail: string
}

const drawn = new WeakMap<Entry, { key: string; rows: readonly ReactNode[] }>()

/** An entry that has not changed is not drawn again. */
export function entryRows(
  state: State,
  entry: Entry,
  before: Entry | undefined,
  room: number,
  isChosen: boolean,
): readonly ReactNode[] {
  const key = JSON.stringify([state.look, state.bots.length > 1, room, isChosen, isRepeated(entry, before)])
  const known = drawn.get(entry)
  if (known?.key === key) return known.rows
  const rows = rowsOf(state, entry, before, room, isChosen)
  drawn.set(entry, { key, rows })
  return rows
}

function rowsOf(state: State, entry: Entry, before: Entry | undefined, room: number, isChosen: boolean): ReactNode[] {
  const chosen = isChosen && room
  const when = <Words as="dim">{`${isChosen ? '>' : ' '}${entry.at ? secondOf(entry.at) : '--:--:--'} `}</Words>
  const below = (lines: readonly string[], style: Style, indent: number) =>
    lines.map((line, i) => (
      <Row key={`${entry.id} ${style} ${i}`} chosen={chosen} indent={indent}>
        <Words as={style}>{line}</Words>
      </Row>
    ))
  if (entry.kind === 'note') {
    const [first = '', ...rest] = wrap(entry.text, room - TIME).slice(0, 4)
    const style = entry.bad ? 'bad' : 'dim'
    return [
      <Row key={entry.id} chosen={chosen}>
        {when}
        <Words as={style}>{first}</Words>
      </Row>,
      ...below(rest, style, TIME),
    ]
  }
  const { verdict, style, said, aside, detail } = headOf(state, entry)
  const indent = entry.kind === 'call' && entry.cause !== null ? CAUSED : 0
  return [
    <Row key={entry.id} chosen={chosen} right={<Words as="dim">{` ${aside}`}</Words>}>
      {when}
      <Words>{' '.repeat(indent)}</Words>
      <Words as={style}>{verdict}</Words>
      <Words>{` ${said}`}</Words>
    </Row>,
    ...(isChosen && detail !== '' ? below(wrap(detail, room - INDENT).slice(0, 3), 'plain', INDENT) : []),
    ...below(causeOf(entry, before, isChosen, room - INDENT), 'warn', INDENT),
  ]
}

/** What was said and the verdict come first; what became of an update, and how long a call took, last. */
function headOf({ look, bots }: State, entry: Exclude<Entry, { kind: 'note' }>): Head {
  const { came } = signsOf(look)
  const who = bots.length > 1 ? `${entry.bot} ` : ''
  if (entry.kind === 'update') {
    const gist = gistOf(entry.update)
    const isFailed = entry.state.startsWith('failed')
    const said = `${who}${entry.updateType === 'message' && gist ? '' : `${entry.updateType} `}${gist}`
    return { verdict: came, style: isFailed ? 'bad' : 'strong', said, aside: entry.state, detail: '' }
  }
  const { method, status, ok, duration_ms, params } = entry.call
  const words = [params.text, params.caption].find((one) => typeof one === 'string') ?? short(params)
  return {
    verdict: ok ? 'ok' : String(status),
    style: ok ? 'good' : 'bad',
    said: `${who}${method} ${words}`,
    aside: `${duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms)}ms`,
    detail: short(params),
  }
}

/** One cause of many refusals is said once. */
const isRepeated = (entry: Entry, before: Entry | undefined) =>
  entry.kind === 'call' &&
  before?.kind === 'call' &&
  before.call.why === entry.call.why &&
  before.call.rule === entry.call.rule

function causeOf(entry: Entry, before: Entry | undefined, isChosen: boolean, room: number): string[] {
  if (entry.kind !== 'call' || entry.call.ok || !entry.call.why) return []
  if (!isChosen && isRepeated(entry, before)) return []
  return wrap(`${entry.call.why}  ${entry.call.rule ?? ''}`, room).slice(0, 4)
}

function short(params: Readonly<Record<string, unknown>>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' ')
    .slice(0, 300)
}
