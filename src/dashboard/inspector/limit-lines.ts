// The limits of a bot: how much of each is used, and when it sent what counts in the last minute.

import type { CallView, LimitUse } from '../../contract/traffic.ts'
import { formatSpan } from '../../describe/time.ts'
import { nowOf } from '../state/clock.ts'
import type { State } from '../state/state.ts'
import { type Line, textLines } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { bars } from '../traffic/counts.ts'

const CELLS = 20
const SECONDS = 60
const NEARLY = 0.7

export function limitLines(state: State, room: number, bot: string, limits: readonly LimitUse[]): Line[] {
  const { full, empty, bars: signs } = signsOf(state.look)
  return limits.flatMap((use): Line[] => {
    const { used, allowed, free_in } = use
    const marks = Math.min(CELLS, used > 0 ? Math.max(1, Math.round((used / allowed) * CELLS)) : 0)
    const isFull = used >= allowed
    const words = `${nameOf(state, use)} ${used}/${allowed}${isFull ? `, full, free in ${formatSpan(free_in)}` : ''}`
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

/** What counts against a limit, by the beginning of its name. */
const COUNTED: readonly (readonly [limit: string, counts: (call: CallView) => boolean])[] = [
  ['messages_per_minute', ({ method }) => /^(send|editMessageText)/i.test(method)],
  ['messages', ({ method }) => /^send/i.test(method)],
  ['transfers', ({ method }) => /^send(photo|video|audio|document)/i.test(method)],
  ['devices', ({ method, params }) => /^send/i.test(method) && String(params.chat_id).startsWith('-')],
]

/** How often, by a few seconds each, the latest at the right. */
function lastMinute(state: State, bot: string, { limit, chat }: LimitUse): number[] {
  const isCounted = COUNTED.find(([name]) => limit.startsWith(name))?.[1] ?? (() => false)
  const now = nowOf(state)
  const counts = Array<number>(CELLS).fill(0)
  for (const entry of state.traffic) {
    const age = now - entry.at
    if (entry.kind !== 'call' || entry.bot !== bot || !(age >= 0 && age < SECONDS)) continue
    const isThere = chat === undefined || String(entry.call.params.chat_id) === String(chat)
    if (!entry.call.ok || !isThere || !isCounted(entry.call)) continue
    const at = CELLS - 1 - Math.floor((age / SECONDS) * CELLS)
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}
