// A bot from within: its limits as meters, its queue, its webhook's health.

import { type Line, type Span, span } from '../line.ts'
import type { Bot, LimitUse } from '../model.ts'
import type { Overlay, State } from '../state.ts'
import { wrap } from '../text.ts'
import { signsOf } from '../theme.ts'
import { chosenOf } from './chosen.ts'
import type { Room } from './frame.ts'
import { howLong, secondOf } from './when.ts'

type BotOverlay = Overlay & { kind: 'bot' }

export function botTitle({ bots }: State, { view, bot }: BotOverlay): string {
  const names = { limits: 'limits', queue: 'updates that wait', webhook: 'webhook' }
  return `${names[view]} of ${bots.find((one) => one.handle === bot)?.first_name ?? bot}`
}

export function botLines(state: State, overlay: BotOverlay, room: Room): Line[] {
  const bot = state.bots.find((one) => one.handle === overlay.bot)
  if (!overlay.panel || !bot) return [[span('reading …', 'dim')]]
  if (overlay.view === 'limits') return limitLines(state, overlay, room)
  return overlay.view === 'queue' ? queueLines(overlay, room) : webhookLines(state, bot, overlay, room)
}

function limitLines(state: State, { panel, selected }: BotOverlay, room: Room): Line[] {
  return chosenOf(
    panel!.limits.map((use) => meter(state, use, room.width)),
    selected,
    room,
  )
}

function meter(state: State, { limit, chat, used, allowed, free_in }: LimitUse, room: number): Line {
  const { full, empty } = signsOf(state.look)
  const where = state.places.find((place) => place.id === chat)?.title
  const name = `${limit.replaceAll('_', ' ')}${where ? ` in ${where}` : ''}`
  const wide = Math.min(34, room - 30)
  const cells = Math.max(4, Math.min(20, room - wide - 26))
  const marks = Math.min(cells, used > 0 ? Math.max(1, Math.round((used / allowed) * cells)) : 0)
  const isFull = used >= allowed
  const bar: Span = span(
    `${full.repeat(marks)}${empty.repeat(cells - marks)}`,
    isFull ? 'bad' : used > allowed * 0.7 ? 'warn' : 'good',
  )
  const verdict = isFull ? `full, free in ${howLong(free_in)}` : ''
  return [span(`${name.slice(0, wide).padEnd(wide)} `), bar, span(` ${used}/${allowed} `), span(verdict, 'bad')]
}

interface Waiting {
  update_id: number
  [type: string]: unknown
}

function queueLines({ panel, selected }: BotOverlay, room: Room): Line[] {
  const updates = panel!.updates as readonly Waiting[]
  if (!updates.length) return [[span('Nothing waits.', 'dim')]]
  const lines = updates.map((update): Line => {
    const type = Object.keys(update).find((key) => key !== 'update_id') ?? ''
    return [
      span(`#${update.update_id} `, 'strong'),
      span(`${type} `),
      span(JSON.stringify(update[type]).slice(0, 300), 'dim'),
    ]
  })
  return chosenOf(lines, selected, room)
}

function webhookLines({ look }: State, { profile }: Bot, { panel, selected }: BotOverlay, room: Room): Line[] {
  const webhook = profile?.webhook
  if (!webhook?.url)
    return wrap('No webhook is set: the bot fetches its updates itself.', room.width).map(
      (text): Line => [span(text, 'dim')],
    )
  const { last_error_message: error, last_error_date: at, pending_update_count: waiting, url } = webhook
  const health = error
    ? [span(`failing: ${error}`, 'bad'), span(at ? ` at ${secondOf(at)}` : '', 'dim')]
    : [span('well', 'good')]
  const head: Line[] = [[span(url, 'strong')], [span(`${waiting} waiting  `), ...health], []]
  const lines = panel!.deliveries.map(
    ({ at: when, update_id, status, error: why }): Line => [
      span(`${secondOf(when)} `, 'dim'),
      span(`#${update_id} `, 'strong'),
      span(
        why === null
          ? `${signsOf(look).sent} ${status} delivered`
          : `${signsOf(look).sent} ${status ?? 'no answer'} ${why}`,
        why === null ? 'good' : 'bad',
      ),
    ],
  )
  return [...head, ...chosenOf(lines, selected, { ...room, height: room.height - head.length })]
}
