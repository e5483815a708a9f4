// The right pane: what bots call and what they are sent, the newest at the bottom.

import { Fragment, type ReactNode } from 'react'
import { connectionLines } from '../../inspector/connection-lines.ts'
import { botAtHand } from '../../state/roster.ts'
import type { State } from '../../state/state.ts'
import { chipsIn } from '../../traffic/chips.ts'
import { exchangeOf, shownTraffic } from '../../traffic/entries.ts'
import { isAbsent } from '../../traffic/program.ts'
import { inside, Pane, viewOf } from '../frame/pane.tsx'
import { around } from '../frame/window.ts'
import { lineRows, paragraph, Row, Words } from '../frame/words.tsx'
import { entryRows } from './entry-rows.tsx'

export const TrafficPane = viewOf(
  ['traffic', 'unfolded', 'pausedAt', 'open', 'bots', 'look', 'filters', 'chosen', 'programs', 'url'],
  ({ state, room, isHere }) => {
    const { look, filters, chosen, unfolded } = state
    const inner = inside(room, look)
    const chips = chipRows(filters.traffic)
    const entries = shownTraffic(state)
    const at = entries.findIndex((entry) => entry.id === chosen.traffic)
    const block = (i: number) =>
      entryRows(state, entries[i]!, {
        before: entries[i - 1],
        room: inner.width,
        mark: i !== at ? null : isHere ? 'chosen' : 'linked',
        isUnfolded: unfolded.includes(exchangeOf(entries[i]!)),
      })
    const rows = entries.length
      ? around(entries.length, block, at < 0 ? null : at, inner.height - chips.length)
      : emptiness(state, inner.width)
    const title = [
      'traffic',
      ...(state.pausedAt === null ? [] : ['paused']),
      ...(at < 0 || !isHere ? [] : [`${at + 1} of ${entries.length}`]),
    ].join(' ')
    return (
      <Pane title={title} room={room} isHere={isHere} keyed={entries.length > 0}>
        {[...chips, ...rows]}
      </Pane>
    )
  },
)

/** What the traffic is filtered by, each word of it a chip. */
function chipRows(filter: string): ReactNode[] {
  const chips = chipsIn(filter)
  if (!chips.length) return []
  return [
    <Row key="chips">
      {chips.map(({ kind, value }, i) => (
        <Fragment key={i}>
          <Words as="chosen" on={{ chip: i }}>{` ${kind === 'text' ? '/' : `${kind} `}${value} `}</Words>
          <Words> </Words>
        </Fragment>
      ))}
    </Row>,
  ]
}

function emptiness(state: State, room: number): ReactNode[] {
  const say = (text: string) => paragraph(text, room, 'dim')
  if (state.filters.traffic) return say('No line has that. Esc drops the filter.')
  const bot = botAtHand(state)
  if (!bot) return say('There is no bot yet; + makes one.')
  if (isAbsent(state, bot)) return [...say('No bot has called yet.'), ...lineRows(connectionLines(state, bot, room))]
  return say(`${bot.first_name} is there, and nothing has come for it yet. Write to it.`)
}
