// The right pane: the calls of bots and their updates, the newest at the bottom.

import { chipsIn } from '../../describe/traffic-filter.ts'
import { isStartCommandShown } from '../state/first-steps.ts'
import { currentBot } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { type Line, type Piece, textLines } from '../text/line.ts'
import { exchangeId, visibleTraffic } from '../traffic/entries.ts'
import { hasNoProgram } from '../traffic/program.ts'
import { entryLines, isSameRefusal } from './entry-lines.ts'
import { rowsAround } from './lists.ts'
import type { PaneView, Room } from './pane.ts'

export function trafficPane(state: State, { width, height }: Room, isFocused: boolean): PaneView {
  const { look, filters, selection, unfolded, bots, pausedAt } = state
  const chips = chipLines(filters.traffic)
  const entries = visibleTraffic(state)
  const at = entries.findIndex((entry) => entry.id === selection.traffic)
  const block = (i: number) => {
    const entry = entries[i]!
    const before = entries[i - 1]
    return entryLines({
      entry,
      look,
      room: width,
      hasManyBots: bots.length > 1,
      mark: i !== at ? null : isFocused ? 'chosen' : 'linked',
      isUnfolded: unfolded.includes(exchangeId(entry)),
      isRepeated: isSameRefusal(entry, before),
      hasTime: before === undefined || Math.floor(before.at) !== Math.floor(entry.at),
    })
  }
  const lines = entries.length
    ? rowsAround(entries.length, block, at < 0 ? null : at, height - chips.length)
    : emptyLines(state, width)
  const paused = pausedAt === null ? '' : ' paused'
  const index = at < 0 || !isFocused ? '' : ` ${at + 1} of ${entries.length}`
  return { title: `traffic${paused}${index}`, lines: [...chips, ...lines] }
}

function chipLines(filter: string): Line[] {
  const pieces = chipsIn(filter).flatMap(({ kind, value }, i): Piece[] => [
    [` ${kind === 'text' ? '/' : `${kind} `}${value} `, 'chosen', { target: { chip: i } }],
    [' '],
  ])
  return pieces.length ? [{ pieces }] : []
}

function emptyLines(state: State, room: number): Line[] {
  const say = (text: string) => textLines(text, room, 'dim')
  if (state.filters.traffic) return say('No matches. Esc clears the filter.')
  const bot = currentBot(state)
  if (!bot) return say('No bots yet. Press + to create one.')
  if (hasNoProgram(state, bot)) {
    const hint = isStartCommandShown(state) ? '' : ` y copies the command that starts ${bot.first_name}.`
    return say(`No bot has called yet.${hint}`)
  }
  return say(`${bot.first_name} is connected. Write to it to see its updates and calls here.`)
}
