// The first line: where the emulator is, what the bots are doing, how busy it has been, and the time.

import { Box, Text } from 'ink'
import { nowOf } from '../../state/clock.ts'
import { headerBots } from '../../state/roster.ts'
import type { State } from '../../state/state.ts'
import { clip } from '../../text/cells.ts'
import { cellsOf, type Piece } from '../../text/line.ts'
import { dayOf, minuteOf, secondOf } from '../../text/when.ts'
import { bars, upTo } from '../../traffic/counts.ts'
import { doing } from '../../traffic/program.ts'
import { signsOf } from './theme.ts'
import { drawn } from './words.tsx'

export function Header({ state, room }: { state: State; room: number }) {
  const { look, url, link } = state
  const said: Piece[] = [
    [` ${url.replace(/^https?:\/\//, '')} `, 'plain'],
    ...(link === 'open' ? [] : [[link === 'opening' ? ' connecting ' : lost(room), 'bad'] as const]),
    ...(room >= 80 ? botPieces(state, room) : state.recording ? [] : unreadElsewhere(state)),
    ...(room >= 100 && state.service.allow_local_webhooks ? [[' local webhooks ', 'warn'] as const] : []),
  ]
  const right: Piece[] = [
    [`${clockText(state, room >= 100)} `, 'plain'],
    ...(state.recording === null ? [] : [[`${signsOf(look).dot} rec `, 'bad'] as const]),
  ]
  const named: Piece[] = [[' bot-emulator ', 'strong'], ...said]
  const isRoomy = room >= 100 && cellsOf([...named, ...refusals(state), ...right]) < room
  const left = isRoomy ? named : said
  const busy = busyness(state, room - cellsOf(left) - cellsOf(right))
  return (
    <Box height={1} width={room} flexShrink={0}>
      <Box flexGrow={1} flexShrink={1}>
        <Text wrap="truncate">{drawn(left)}</Text>
      </Box>
      <Box flexShrink={0} marginLeft={1}>
        <Text>{drawn([...busy, ...right])}</Text>
      </Box>
    </Box>
  )
}

const refusals = ({ counts: { refused } }: State): Piece[] => [[`${refused} refused  `, refused ? 'bad' : 'dim']]

/** The refusals always, the rest as far as there is room for it. */
function busyness(state: State, room: number): readonly Piece[] {
  const { calls } = state.counts
  const inBrief = refusals(state)
  const inFull: Piece[] = [
    [`${sparkline(state, room >= 80 ? 30 : 12)} `, 'plain'],
    [`${calls} ${calls === 1 ? 'call' : 'calls'}, `, 'dim'],
    ...inBrief,
  ]
  return (
    [inFull, [[`${sparkline(state, 12)} `, 'plain'] as const, ...inBrief]].find((pieces) => cellsOf(pieces) < room) ??
    inBrief
  )
}

const lost = (room: number) => (room >= 80 ? ' connection lost, trying again ' : ' connection lost ')

/** Where the list of chats is not in sight. */
function unreadElsewhere({ chats, open }: State): Piece[] {
  const unread = chats.reduce((sum, chat) => sum + (chat.handle === open ? 0 : chat.unread), 0)
  return unread > 0 ? [[` ${unread} unread`, 'mark']] : []
}

function botPieces(state: State, room: number): Piece[] {
  const shown = headerBots(state)
  const more = state.bots.length - shown.length
  return [
    ...shown.flatMap((bot): Piece[] => [
      [room >= 100 ? ' bot ' : ' ', 'dim'],
      [clip(bot.username ? `@${bot.username}` : bot.handle, 20), 'bot'],
      [` ${doing(state, bot)} `, 'plain'],
    ]),
    ...(more > 0 ? [[` and ${more} more`, 'dim'] as const] : []),
  ]
}

/** A clock that does not go with this machine's shows its date, too, where there is room; one that stands still its seconds. */
function clockText(state: State, isWide: boolean): string {
  const now = nowOf(state)
  const offset = Math.round(now - state.nowMs / 1000)
  const isReal = Math.abs(offset) < 2
  const { frozen } = state.clock
  const word = frozen ? 'frozen' : isReal ? 'real' : `${offset > 0 ? '+' : '-'}${brief(Math.abs(offset))}`
  const date = isWide && (frozen || !isReal) ? `${dayOf(now)} ` : ''
  return `clock ${date}${isWide && frozen ? secondOf(now) : minuteOf(now)} ${word}`
}

function brief(seconds: number): string {
  if (seconds < 120) return `${seconds}s`
  if (seconds < 7200) return `${Math.round(seconds / 60)}min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)}h` : `${Math.round(seconds / 86_400)}d`
}

/** Calls in each interval, the newest at the right. */
function sparkline(state: State, room: number): string {
  const { bars: signs } = signsOf(state.look)
  return bars(upTo(state.chart, state.nowMs).calls.slice(-room), signs)
}
