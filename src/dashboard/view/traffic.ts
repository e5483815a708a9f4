// The right pane: what bots call and what they are sent, the newest at the bottom.

import { type Line, restyled, type Span, span } from '../line.ts'
import type { State } from '../state.ts'
import { clip, width, wrap } from '../text.ts'
import { signsOf } from '../theme.ts'
import { type Entry, filtered } from '../traffic.ts'
import { around } from '../window.ts'
import { framed, inside, type Room } from './frame.ts'
import { secondOf } from './when.ts'

export function trafficPane(state: State, room: Room, isHere: boolean): Line[] {
  const { look, filters, chosen } = state
  const inner = inside(room, look)
  const entries = filtered(state.traffic, filters.traffic)
  const at = entries.findIndex((entry) => entry.id === chosen.traffic)
  const block = (i: number) => {
    const lines = entryLines(state, entries[i]!, inner.width, isHere && i === at)
    return isHere && i === at ? lines.map((one) => restyled(one, 'chosen')) : lines
  }
  const lines = entries.length
    ? around(entries.length, block, at < 0 ? null : at, inner.height)
    : [[span(filters.traffic ? 'No line has that.' : 'No bot has called yet.', 'dim')]]
  const title = `traffic${filters.traffic ? ` /${filters.traffic}` : ''}${at < 0 || !isHere ? '' : ` ${at + 1} of ${entries.length}`}`
  return framed(title, lines, room, look, isHere)
}

function entryLines(state: State, entry: Entry, room: number, isChosen: boolean): Line[] {
  const signs = signsOf(state.look)
  const when = span(`${isChosen ? '>' : ' '}${entry.at ? secondOf(entry.at) : '--:--:--'} `, 'dim')
  if (entry.kind === 'note') return [[when, span(clip(entry.text, room - 10, signs.more), entry.bad ? 'bad' : 'dim')]]
  const who = state.bots.length > 1 ? `${entry.bot} ` : ''
  if (entry.kind === 'update') {
    const left = `${signs.came} ${who}${entry.updateType}`
    const mark = ` ${entry.state}`
    return [
      [
        when,
        span(clip(left, room - 10 - width(mark), signs.more)),
        span(mark, entry.state.startsWith('failed') ? 'bad' : 'dim'),
      ],
    ]
  }
  const { method, status, ok, duration_ms, why, rule, params } = entry.call
  const verdict: Span = span(` ${status} ${ok ? 'ok' : 'refused'}`, ok ? 'good' : 'bad')
  const head = `${signs.sent} ${who}${method}`
  const took = ` ${duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms)}ms`
  const left = room - 10 - width(verdict.text) - width(took)
  const spans: Span[] = [when, span(clip(head, left, signs.more)), verdict, span(took, 'dim')]
  const spare = left - width(head)
  if (spare > 8) spans.push(span(clip(` ${short(params)}`, spare, signs.more), 'dim'))
  if (ok || !why) return [spans]
  const cause = wrap(`${why}  ${rule ?? ''}`, room - 5).slice(0, 4)
  return [spans, ...cause.map((text): Line => [span('     '), span(text, 'warn')])]
}

function short(params: Readonly<Record<string, unknown>>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' ')
    .slice(0, 300)
}
