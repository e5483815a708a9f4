// The first line: the emulator's address, its bots, how busy it has been, and the time.

import { dayOf, minuteOf, secondOf } from '../../describe/time.ts'
import { nowOf } from '../state/clock.ts'
import { headerBots } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { clip } from '../text/cells.ts'
import { cellsOf, type Line, type Piece } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { bars, upTo } from '../traffic/counts.ts'
import { doing } from '../traffic/program.ts'

export function headerLines(state: State, room: number): Line[] {
  const { look, url, link } = state
  const said: Piece[] = [
    [` ${url.replace(/^https?:\/\//, '')} `],
    ...(link === 'open' ? [] : [[link === 'opening' ? ' connecting ' : lost(room), 'bad'] as const]),
    ...(room >= 80 ? botPieces(state, room) : state.recording ? [] : unreadElsewhere(state)),
    ...(room >= 100 && state.service.allow_local_webhooks ? [[' local webhooks ', 'warn'] as const] : []),
  ]
  const right: Piece[] = [
    [`${clockText(state, room >= 100)} `],
    ...(state.recording === null ? [] : [[`${signsOf(look).dot} rec `, 'bad'] as const]),
  ]
  const named: Piece[] = [[' bot-emulator ', 'strong'], ...said]
  const isRoomy = room >= 100 && cellsOf([...named, ...refusals(state), ...right]) < room
  const pieces = isRoomy ? named : said
  const busy = busyness(state, room - cellsOf(pieces) - cellsOf(right))
  return [{ pieces, right: [[look.spoken ? '' : ' '], ...busy, ...right] }]
}

const refusals = ({ counts: { refused } }: State): Piece[] => [[`${refused} refused  `, refused ? 'bad' : 'dim']]

/** The refusals always, the rest if there is room for it. */
function busyness(state: State, room: number): readonly Piece[] {
  const { calls } = state.counts
  const inBrief = refusals(state)
  const count: Piece = [`${calls} ${calls === 1 ? 'call' : 'calls'}, `, 'dim']
  const choices: Piece[][] = [
    [[`${sparkline(state, room >= 80 ? 30 : 12)} `], count, ...inBrief],
    [[`${sparkline(state, 12)} `], ...inBrief],
  ]
  return choices.find((pieces) => cellsOf(pieces) < room) ?? inBrief
}

const lost = (room: number) => (room >= 80 ? ' connection lost, trying again ' : ' connection lost ')

/** Unread messages of other chats, for a screen without the list of chats. */
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
      [` ${doing(state, bot)} `],
    ]),
    ...(more > 0 ? [[` and ${more} more`, 'dim'] as const] : []),
  ]
}

/** Adds the date if the emulator's clock differs from this machine's, and the seconds if it is frozen. */
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

/** The calls of each interval, the newest at the right. */
const sparkline = ({ look, chart, nowMs }: State, room: number): string =>
  bars(upTo(chart, nowMs).calls.slice(-room), signsOf(look).bars)
