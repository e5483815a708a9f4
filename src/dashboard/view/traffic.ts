// The right pane: what bots call and what they are sent, the newest at the bottom.

import { gistOf } from '../state/gist.ts'
import { botAtHand } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { type Entry, filtered } from '../state/traffic.ts'
import { type Line, restyled, type Span, span } from '../terminal/line.ts'
import { clip, width, wrap } from '../terminal/text.ts'
import { signsOf } from '../terminal/theme.ts'
import { around } from '../terminal/window.ts'
import { connectionLines } from './connection.ts'
import { framed, inside, type Room } from './frame.ts'
import { doing } from './header.ts'
import { secondOf } from './when.ts'

export function trafficPane(state: State, room: Room, isHere: boolean): Line[] {
  const { look, filters, chosen } = state
  const inner = inside(room, look)
  const entries = filtered(state.traffic, filters.traffic)
  const at = entries.findIndex((entry) => entry.id === chosen.traffic)
  const block = (i: number) => {
    const lines = entryLines(state, entries[i]!, entries[i - 1], inner.width, isHere && i === at)
    return isHere && i === at ? lines.map((one) => restyled(one, 'chosen')) : lines
  }
  const lines = entries.length
    ? around(entries.length, block, at < 0 ? null : at, inner.height)
    : emptiness(state, inner.width)
  const title = `traffic${filters.traffic ? ` /${filters.traffic}` : ''}${at < 0 || !isHere ? '' : ` ${at + 1} of ${entries.length}`}`
  return framed(title, lines, room, look, isHere)
}

function emptiness(state: State, room: number): Line[] {
  if (state.filters.traffic) return [[span('No line has that. Esc drops the filter.', 'dim')]]
  const bot = botAtHand(state)
  if (!bot) return [[span('There is no bot yet; + makes one.', 'dim')]]
  if (doing(state, bot) === 'silent')
    return [[span('No bot has called yet.', 'dim')], [], ...connectionLines(state, bot, room)]
  const says = `${bot.first_name} is there, and nothing has come for it yet. Write to it.`
  return wrap(says, room).map((text): Line => [span(text, 'dim')])
}

function entryLines(state: State, entry: Entry, before: Entry | undefined, room: number, isChosen: boolean): Line[] {
  const signs = signsOf(state.look)
  const when = span(`${isChosen ? '>' : ' '}${entry.at ? secondOf(entry.at) : '--:--:--'} `, 'dim')
  if (entry.kind === 'note') {
    const [first = '', ...rest] = wrap(entry.text, room - 10).slice(0, 4)
    const style = entry.bad ? 'bad' : 'dim'
    return [[when, span(first, style)], ...rest.map((text): Line => [span(' '.repeat(10)), span(text, style)])]
  }
  const who = state.bots.length > 1 ? `${entry.bot} ` : ''
  if (entry.kind === 'update') {
    const head = `${signs.came} ${who}${entry.updateType}`
    const mark = ` ${entry.state}`
    const left = room - 10 - width(mark)
    const spans = [
      when,
      span(clip(head, left, signs.more)),
      span(mark, entry.state.startsWith('failed') ? 'bad' : 'dim'),
    ]
    return withDetail(spans, gistOf(entry.update), left - width(head), room, isChosen, signs.more)
  }
  const { method, status, ok, duration_ms, why, rule, params } = entry.call
  const verdict: Span = span(` ${status} ${ok ? 'ok' : 'refused'}`, ok ? 'good' : 'bad')
  const head = `${signs.sent} ${who}${method}`
  const took = ` ${duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms)}ms`
  const free = room - 10 - width(verdict.text)
  // How long it took gives way to what it was.
  const isTimed = width(head) + width(took) <= free
  const spans: Span[] = [when, span(clip(head, free, signs.more)), verdict, ...(isTimed ? [span(took, 'dim')] : [])]
  const spare = free - width(head) - (isTimed ? width(took) : 0)
  const lines = withDetail(spans, short(params), spare, room, isChosen, signs.more)
  // One cause of many refusals is told once.
  const isTold = !isChosen && before?.kind === 'call' && before.call.why === why && before.call.rule === rule
  if (ok || !why || isTold) return lines
  const cause = wrap(`${why}  ${rule ?? ''}`, room - 5).slice(0, 4)
  return [...lines, ...cause.map((text): Line => [span('     '), span(text, 'warn')])]
}

/** Beside the rest where there is room for it; of the line at hand it is told in any case. */
function withDetail(spans: Span[], detail: string, spare: number, room: number, isChosen: boolean, more: string) {
  if (detail === '') return [spans]
  if (isChosen && width(detail) + 1 > spare)
    return [
      spans,
      ...wrap(detail, room - 5)
        .slice(0, 3)
        .map((text): Line => [span('     '), span(text)]),
    ]
  return [spare > 8 ? [...spans, span(clip(` ${detail}`, spare, more), 'dim')] : spans]
}

function short(params: Readonly<Record<string, unknown>>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' ')
    .slice(0, 300)
}
