// The right pane: what bots call and what they are sent, the newest at the bottom.

import type { ReactNode } from 'react'
import { isAbsent } from '../state/doing.ts'
import { botAtHand } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { shownTraffic } from '../state/traffic.ts'
import { wrap } from '../text/text.ts'
import { connectionRows } from './connection.tsx'
import { entryRows } from './entry.tsx'
import { inside, Pane, viewOf } from './pane.tsx'
import { around } from './window.ts'
import { BLANK_ROW, paragraph } from './words.tsx'

export const TrafficPane = viewOf(
  ['traffic', 'pausedAt', 'open', 'bots', 'look', 'filters', 'chosen', 'polling', 'failing', 'url'],
  ({ state, room, isHere }) => {
    const { look, filters, chosen } = state
    const inner = inside(room, look)
    const entries = shownTraffic(state)
    const at = entries.findIndex((entry) => entry.id === chosen.traffic)
    const block = (i: number) => entryRows(state, entries[i]!, entries[i - 1], inner.width, isHere && i === at)
    const rows = entries.length
      ? around(entries.length, block, at < 0 ? null : at, inner.height)
      : emptiness(state, inner.width)
    const title = [
      'traffic',
      ...(filters.traffic ? [`/${filters.traffic}`] : []),
      ...(state.pausedAt === null ? [] : ['paused']),
      ...(at < 0 || !isHere ? [] : [`${at + 1} of ${entries.length}`]),
    ].join(' ')
    return (
      <Pane title={title} room={room} isHere={isHere} keyed={entries.length > 0}>
        {rows}
      </Pane>
    )
  },
)

function emptiness(state: State, room: number): ReactNode[] {
  const say = (text: string) => paragraph(wrap(text, room), 'dim')
  if (state.filters.traffic) return say('No line has that. Esc drops the filter.')
  const bot = botAtHand(state)
  if (!bot) return say('There is no bot yet; + makes one.')
  if (isAbsent(state, bot)) return [...say('No bot has called yet.'), BLANK_ROW, ...connectionRows(state, bot, room)]
  return say(`${bot.first_name} is there, and nothing has come for it yet. Write to it.`)
}
