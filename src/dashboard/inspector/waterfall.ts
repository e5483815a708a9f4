// The inspector's lines for the times of an exchange: received, each call, idle.

import type { Entry } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { padToWidth, truncate } from '../text/cells.ts'
import { BLANK, type Line, lineOf, textLines } from '../text/line.ts'
import { type Style, signsOf } from '../text/style.ts'

const MAX_NAME = 20
/** The width of a start and of a duration, such as `+1204 ms`. */
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
  const { ms, receivedMs, idleMs } = update
  if (ms === undefined) return []
  const calls = traffic.flatMap((entry): Row[] => {
    if (entry.kind !== 'call' || entry.cause !== update.id || entry.ms === undefined) return []
    const { method, ok, duration_ms } = entry.call
    return [{ name: method, style: ok ? 'good' : 'bad', fromMs: entry.ms - duration_ms, toMs: entry.ms }]
  })
  const moment = (name: string, atMs: number | undefined): Row[] =>
    atMs === undefined ? [] : [{ name, style: 'dim', fromMs: atMs, toMs: atMs }]
  const rows = [...moment('received', receivedMs), ...calls, ...moment('idle', idleMs)]
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
