// The limits of a bot: how much of each is used, and when it sent what counts in the last minute.

import type { LimitUse } from '../../contract/traffic.ts'
import { signsOf } from '../components/theme.ts'
import { nowOf } from '../state/clock.ts'
import type { State } from '../state/state.ts'
import { bars } from '../text/bars.ts'
import { type Line, textLines } from '../text/line.ts'
import { howLong } from '../text/when.ts'

const CELLS = 20
const SECONDS = 60
const NEARLY = 0.7

export function limitLines(state: State, room: number, bot: string, limits: readonly LimitUse[]): Line[] {
  const { full, empty, bars: signs } = signsOf(state.look)
  return limits.flatMap((use): Line[] => {
    const { used, allowed, free_in } = use
    const marks = Math.min(CELLS, used > 0 ? Math.max(1, Math.round((used / allowed) * CELLS)) : 0)
    const isFull = used >= allowed
    const words = `${nameOf(state, use)} ${used}/${allowed}${isFull ? `, full, free in ${howLong(free_in)}` : ''}`
    const style = isFull ? 'bad' : used > allowed * NEARLY ? 'warn' : 'good'
    return [
      ...textLines(words, room, isFull ? 'bad' : 'plain').map((line) => ({ ...line, value: use })),
      {
        pieces: [
          [full.repeat(marks) + empty.repeat(CELLS - marks), style],
          [` ${bars(lastMinute(state, bot, use), signs)}`, 'dim'],
        ],
        indent: 2,
        value: use,
      },
    ]
  })
}

function nameOf({ places }: State, { limit, chat }: LimitUse): string {
  const where = places.find((place) => place.id === chat)?.title
  return `${limit.replaceAll('_', ' ')}${where ? ` in ${where}` : ''}`
}

/** The messages that the bot sent, by a few seconds each, the latest at the right. */
function lastMinute(state: State, bot: string, { chat }: LimitUse): number[] {
  const now = nowOf(state)
  const counts = Array<number>(CELLS).fill(0)
  for (const entry of state.traffic) {
    const age = now - entry.at
    if (entry.kind !== 'call' || entry.bot !== bot || !(age >= 0 && age < SECONDS)) continue
    const { ok, method, params } = entry.call
    if (!ok || !/^(send|edit)/i.test(method) || (chat !== undefined && String(params.chat_id) !== String(chat)))
      continue
    const at = CELLS - 1 - Math.floor((age / SECONDS) * CELLS)
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}
