// The first line: where the emulator is, what the bots are doing, the time, and how busy it has been.

import type { Bot } from '../state/model.ts'
import { botAtHand } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { upTo } from '../terminal/chart.ts'
import { type Line, lineWidth, type Span, span, spread } from '../terminal/line.ts'
import { clip } from '../terminal/text.ts'
import { signsOf } from '../terminal/theme.ts'
import { minuteOf, secondOf } from './when.ts'

/** A bot that is busy with what it was given asks again soon. */
const BETWEEN_POLLS_MS = 10_000

export function headerLine(state: State, room: number): Line {
  const { look, url, link } = state
  const signs = signsOf(look)
  const address = url.replace(/^https?:\/\//, '')
  const left: Line = [
    span(' bot-emulator ', 'strong'),
    span(` ${address} `),
    ...(link === 'open' ? [] : [span(link === 'opening' ? ' connecting ' : lost(room), 'bad')]),
    ...(room >= 80 ? botSpans(state, room) : unreadElsewhere(state)),
    ...(room >= 100 && state.service.allow_local_webhooks ? [span(' local webhooks ', 'warn')] : []),
  ]
  const right: Line = [
    span(`${clockText(state, room >= 100)} `),
    ...(state.recordingSinceMs === null ? [] : [span(`${signs.dot} rec `, 'bad')]),
  ]
  const free = room - lineWidth(left) - lineWidth(right)
  return spread(left, [...busyness(state, free), ...right], room, signs.more)
}

/** How busy it has been, as far as there is room for it. */
function busyness(state: State, room: number): Line {
  const { calls, refused } = upTo(state.chart, state.nowMs)
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)
  const bad = sum(refused)
  const style = bad ? 'bad' : 'dim'
  const inBrief = [span(`${sparkline(state, 12)} `), span(`${bad} refused  `, style)]
  const inFull = [
    span(`${sparkline(state, room >= 80 ? 30 : 12)} `),
    span(`${sum(calls)} calls, `, 'dim'),
    span(`${bad} refused in 5 min  `, style),
  ]
  return [inFull, inBrief].find((line) => lineWidth(line) < room) ?? []
}

const lost = (room: number) => (room >= 80 ? ' connection lost, trying again ' : ' connection lost ')

/** Where the list of chats is not in sight. */
function unreadElsewhere({ chats, open }: State): Span[] {
  const unread = chats.reduce((sum, chat) => sum + (chat.handle === open ? 0 : chat.unread), 0)
  return unread > 0 ? [span(` ${unread} unread`, 'mark')] : []
}

function botSpans(state: State, room: number): Span[] {
  const first = botAtHand(state)
  const inOrder = [...(first ? [first] : []), ...state.bots.filter((bot) => bot !== first)]
  const shown = inOrder.slice(0, room >= 160 ? 3 : 1)
  const more = state.bots.length - shown.length
  return [
    ...shown.flatMap((bot) => [
      span(room >= 100 ? ' bot ' : ' ', 'dim'),
      span(clip(bot.username ? `@${bot.username}` : bot.handle, 20), 'bot'),
      span(` ${doing(state, bot)} `),
    ]),
    ...(more > 0 ? [span(` and ${more} more`, 'dim')] : []),
  ]
}

/** How a bot gets its updates. */
export function doing({ polling, polledMs, failing, nowMs }: State, { handle, suspended, profile }: Bot): string {
  if (suspended) return 'suspended'
  if (profile?.webhook.url) {
    const isFailing = failing[handle] ?? profile.webhook.last_error_message !== undefined
    return isFailing ? 'webhook failing' : 'webhook'
  }
  const polled = polledMs[handle]
  const isBusy = polled !== undefined && nowMs - polled < BETWEEN_POLLS_MS
  return polling[handle] || isBusy ? 'polling' : 'silent'
}

export function clockText({ clock, nowMs }: State, withSeconds: boolean): string {
  const now = clock.frozen ? clock.now : clock.now + (nowMs - clock.seenMs) / 1000
  const offset = Math.round(now - nowMs / 1000)
  const word = clock.frozen
    ? 'frozen'
    : Math.abs(offset) < 2
      ? 'real'
      : `${offset > 0 ? '+' : '-'}${brief(Math.abs(offset))}`
  return `clock ${withSeconds ? secondOf(now) : minuteOf(now)} ${word}`
}

function brief(seconds: number): string {
  if (seconds < 120) return `${seconds}s`
  if (seconds < 7200) return `${Math.round(seconds / 60)}min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)}h` : `${Math.round(seconds / 86_400)}d`
}

/** Calls in each interval, the newest at the right. */
function sparkline(state: State, room: number): string {
  const { bars } = signsOf(state.look)
  const counts = upTo(state.chart, state.nowMs).calls.slice(-room)
  const most = Math.max(1, ...counts)
  return counts
    .map((count) => (count === 0 ? ' ' : bars[Math.min(bars.length - 1, Math.ceil((count / most) * bars.length) - 1)]))
    .join('')
}
