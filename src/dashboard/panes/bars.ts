// The first line, with address, bots and time, and the last ones, with the keys.

import { dayOf, minuteOf, secondOf } from '../../describe/time.ts'
import { type Command, keyName } from '../commands/command.ts'
import { bindingsIn, placeOf } from '../commands/index.ts'
import { nowOf } from '../state/clock.ts'
import { headerBots } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { clip, width } from '../text/cells.ts'
import { cellsOf, type Line, type Piece } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { bars, upTo } from '../traffic/counts.ts'
import { programActivity } from '../traffic/program.ts'
import { toastLines } from './layout.ts'

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
      [` ${programActivity(state, bot)} `],
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

/** One line, or as many as a refusal needs to be read to its end. */
export function bottomLines(state: State, room: number): Line[] {
  const toast = toastLines(state, room)
  const last = (toast.at(-1)?.pieces ?? []).map(([text, style]): Piece => [` ${text} `, style])
  return [...toast.slice(0, -1), { pieces: [...last, ...hints(state, room - cellsOf(last))] }]
}

interface Offer {
  key: string
  stroke: string
  says: string
  hint: number
  cells: number
}

function hints(state: State, room: number): Piece[] {
  const offered = offers(state)
  let left = room - offered.reduce((sum, { hint, cells }) => sum + (hint === 0 ? cells : 0), 0)
  const isLastIn = left >= 0
  const shown = offered.filter(({ hint, cells }) => {
    if (hint === 0) return false
    const fits = cells <= left
    if (fits) left -= cells
    return fits
  })
  const last = isLastIn ? offered.filter(({ hint }) => hint === 0) : []
  return [...shown, ...last].flatMap(({ key, says, stroke }): Piece[] => [
    [` ${key}`, 'key', { on: { stroke } }],
    [` ${says} `, 'dim', { on: { stroke } }],
  ])
}

/** Returns each command with its first key here, except commands that would do nothing now. */
function offers(state: State): Offer[] {
  const named = new Set<Command>()
  return bindingsIn(placeOf(state))
    .flatMap(({ keys, command }): Offer[] => {
      const { hint, now } = command
      if (hint === undefined || named.has(command)) return []
      named.add(command)
      const says = now ? now(state) : command.says
      const stroke = keys[0]!
      const key = keyName(stroke)
      return says === null ? [] : [{ key, stroke, says, hint, cells: width(key) + width(says) + 3 }]
    })
    .sort((a, b) => a.hint - b.hint)
}
