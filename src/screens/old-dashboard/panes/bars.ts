// The header (address, bots, clock) and the bottom lines (messages to the user, key hints).

import { dayOf, minuteOf, secondOf } from '../../../lib/time-text.ts'
import { type Command, keyContextOf, keyName } from '../commands/command.ts'
import { bindingsIn } from '../commands/index.ts'
import { emulatorTime } from '../state/clock.ts'
import { headerBots } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { isRecording } from '../state/undo.ts'
import { truncate } from '../text/cells.ts'
import { cellsOf, type Line, type Piece } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { advanceChart, drawBars } from '../traffic/counts.ts'
import { programActivity } from '../traffic/program.ts'
import { startLines, toastLines } from './layout.ts'

export function headerLines(state: State, room: number): Line[] {
  const { look, url, link } = state
  const address: Piece = [` ${url.replace(/^https?:\/\//, '')} `]
  const status: Piece[] = [
    ...(link === 'open'
      ? []
      : [[link === 'opening' ? ' connecting ' : ` connection lost${room >= 80 ? ', retrying' : ''} `, 'bad'] as const]),
    ...botPieces(state, room),
    ...(room >= 100 && state.service.allow_local_webhooks ? [[' local webhooks ', 'warn'] as const] : []),
  ]
  const right: Piece[] = [
    [`${clockText(state, room >= 100)} `],
    ...(state.exploration?.isRunning ? [['exploring ', 'warn'] as const] : []),
    ...(isRecording(state) ? [[`${signsOf(look).dot} rec `, 'warn'] as const] : []),
  ]
  // The header begins with the first of `choices` that fits. If none fits, it shows only the state of the bots.
  const choices: Piece[][] = [
    ...(room >= 100 ? [[[' bot-emulator ', 'strong'] as const, address, ...status]] : []),
    ...(room >= 80 ? [] : [[address, ...status, ...unreadElsewhere(state)]]),
    [address, ...status],
  ]
  const pieces = choices.find((one) => cellsOf([...one, ...refusals(state), ...right]) < room) ?? status
  const activity = activityPieces(state, room - cellsOf(pieces) - cellsOf(right))
  return [{ pieces, right: [[look.isSpoken ? '' : ' '], ...activity, ...right] }]
}

const refusals = ({ counts: { refused } }: State): Piece[] => [[`${refused} refused  `, refused ? 'bad' : 'dim']]

/** Returns the number of refused calls and, if they fit, a chart of recent calls and the number of all calls. */
function activityPieces(state: State, room: number): readonly Piece[] {
  const { calls } = state.counts
  const refusalPieces = refusals(state)
  const count: Piece = [`${calls} ${calls === 1 ? 'call' : 'calls'}, `, 'dim']
  const choices: Piece[][] = [
    [[`${sparkline(state, room >= 80 ? 30 : 12)} `], count, ...refusalPieces],
    [[`${sparkline(state, 12)} `], ...refusalPieces],
  ]
  return choices.find((pieces) => cellsOf(pieces) < room) ?? refusalPieces
}

/** Counts unread messages in chats that are not open, for a narrow screen that hides the list of chats. */
function unreadElsewhere({ chats, open }: State): Piece[] {
  const unread = chats.reduce((sum, chat) => sum + (chat.handle === open ? 0 : chat.unread), 0)
  return unread > 0 ? [[` ${unread} unread`, 'warn']] : []
}

function botPieces(state: State, room: number): Piece[] {
  const bots = headerBots(state)
  const more = state.bots.length - bots.length
  return [
    ...bots.flatMap((bot): Piece[] => {
      const { text, isBad, isSilent, reason = '' } = programActivity(state, bot)
      const style = isBad ? 'bad' : isSilent ? 'warn' : 'plain'
      const name = truncate(bot.username ? `@${bot.username}` : bot.handle, 20)
      return [
        [room >= 100 ? ' bot ' : ' ', 'dim'],
        [style !== 'plain' && room < 80 ? '' : `${name} `, 'strong'],
        [`${text}${room < 80 ? '' : reason} `, style],
      ]
    }),
    ...(more > 0 && room >= 80 ? [[` and ${more} more`, 'dim'] as const] : []),
  ]
}

/** A wide header adds the date if the clock is frozen or differs from the real time, and the seconds if frozen. */
function clockText(state: State, isWide: boolean): string {
  const now = emulatorTime(state)
  const offset = Math.round(now - state.nowMs / 1000)
  const isReal = Math.abs(offset) < 2
  const { frozen } = state.clock
  const word = frozen ? 'frozen' : isReal ? 'real' : `${offset > 0 ? '+' : '-'}${formatOffset(Math.abs(offset))}`
  const date = isWide && (frozen || !isReal) ? `${dayOf(now)} ` : ''
  return `clock ${date}${isWide && frozen ? secondOf(now) : minuteOf(now)} ${word}`
}

function formatOffset(seconds: number): string {
  if (seconds < 120) return `${seconds}s`
  if (seconds < 7200) return `${Math.round(seconds / 60)}min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)}h` : `${Math.round(seconds / 86_400)}d`
}

const sparkline = ({ look, chart, nowMs }: State, room: number): string =>
  drawBars(advanceChart(chart, nowMs).calls.slice(-room), signsOf(look).bars)

export function bottomLines(state: State, room: number): Line[] {
  const toast = toastLines(state, room)
  const last = (toast.at(-1)?.pieces ?? []).map(([text, style]): Piece => [` ${text} `, style])
  return [
    ...startLines(state, room),
    ...toast.slice(0, -1),
    { pieces: [...last, ...hints(state, room - cellsOf(last))] },
  ]
}

/** Shows the hints that fit, by rank: each command once, with its first key. */
function hints(state: State, room: number): Piece[] {
  const listed = new Set<Command>()
  const all = bindingsIn(keyContextOf(state))
    .flatMap(({ keys: [stroke = ''], command }) => {
      const { hintRank: rank, currentHint, description } = command
      const words = rank === undefined || listed.has(command) ? null : currentHint ? currentHint(state) : description
      listed.add(command)
      const pieces: Piece[] = [
        [` ${keyName(stroke)}`, 'key', { target: { stroke } }],
        [` ${words} `, 'dim', { target: { stroke } }],
      ]
      return words === null || rank === undefined ? [] : [{ rank, pieces, cells: cellsOf(pieces) }]
    })
    .sort((a, b) => a.rank - b.rank)
  const last = all.filter(({ rank }) => rank === 0)
  let left = room - last.reduce((sum, { cells }) => sum + cells, 0)
  const shownLast = left >= 0 ? last : []
  const fitting = all.filter(({ rank, cells }) => {
    const fits = rank > 0 && cells <= left
    if (fits) left -= cells
    return fits
  })
  return [...fitting, ...shownLast].flatMap(({ pieces }) => pieces)
}
