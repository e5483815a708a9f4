// A bot from within: its limits as meters, its queue, its webhook's health.

import type { ProfileView } from '../../contract/people.ts'
import type { DeliveryView, LimitUse } from '../../contract/traffic.ts'
import type { Bot } from '../state/model.ts'
import type { Overlay, State } from '../state/state.ts'
import { type Line, type Span, span } from '../terminal/line.ts'
import { clip, width, wrap } from '../terminal/text.ts'
import { signsOf } from '../terminal/theme.ts'
import { chosenOf } from './chosen.ts'
import { connectionLines } from './connection.ts'
import type { Room } from './frame.ts'
import { doing } from './header.ts'
import { howLong, secondOf } from './when.ts'

type BotOverlay = Overlay & { kind: 'bot' }

export function botTitle({ bots }: State, { view, bot }: BotOverlay): string {
  const names = { limits: 'limits of', queue: 'updates that wait for', webhook: 'webhook of' }
  return `${names[view]} ${bots.find((one) => one.handle === bot)?.first_name ?? bot}`
}

export function botLines(state: State, overlay: BotOverlay, room: Room): Line[] {
  const bot = state.bots.find((one) => one.handle === overlay.bot)
  if (!overlay.panel || !bot) return [[span('reading …', 'dim')]]
  if (overlay.view === 'limits') return limitLines(state, overlay, room)
  return overlay.view === 'queue' ? queueLines(overlay, room) : webhookLines(state, bot, overlay, room)
}

function limitLines(state: State, { panel, selected }: BotOverlay, room: Room): Line[] {
  const wide = Math.max(...panel!.limits.map((use) => width(nameOf(state, use))))
  return chosenOf(
    panel!.limits.map((use) => meter(state, use, Math.min(wide, room.width - 32), room.width - 2)),
    selected,
    room,
  )
}

function nameOf({ places }: State, { limit, chat }: LimitUse): string {
  const where = places.find((place) => place.id === chat)?.title
  return `${limit.replaceAll('_', ' ')}${where ? ` in ${where}` : ''}`
}

/** The seconds until it is free are worth more than the length of the bar. */
function meter(state: State, use: LimitUse, wide: number, room: number): Line {
  const { used, allowed, free_in } = use
  const { full, empty, more } = signsOf(state.look)
  const cells = Math.max(4, Math.min(20, room - wide - 36))
  const marks = Math.min(cells, used > 0 ? Math.max(1, Math.round((used / allowed) * cells)) : 0)
  const isFull = used >= allowed
  const bar: Span = span(
    `${full.repeat(marks)}${empty.repeat(cells - marks)}`,
    isFull ? 'bad' : used > allowed * 0.7 ? 'warn' : 'good',
  )
  const verdict = isFull ? `full, free in ${howLong(free_in)}` : ''
  return [span(`${padded(nameOf(state, use), wide, more)} `), bar, span(` ${used}/${allowed} `), span(verdict, 'bad')]
}

function padded(text: string, wide: number, more: string): string {
  const name = clip(text, wide, more)
  return name + ' '.repeat(Math.max(0, wide - width(name)))
}

interface Waiting {
  update_id: number
  [type: string]: unknown
}

function queueLines({ panel, selected }: BotOverlay, room: Room): Line[] {
  const updates = panel!.updates as readonly Waiting[]
  if (!updates.length) return [[span('Nothing waits: the bot has fetched all of its updates.', 'dim')]]
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

const LOCAL = 'Local webhooks pass: http, any port, this machine.'

/** What went wrong last, in words that tell whether it still does. */
function health(
  { last_error_message, last_error_date }: ProfileView['webhook'],
  deliveries: readonly DeliveryView[],
  waiting: number,
  room: number,
): Line[] {
  const failed = deliveries.find((one) => one.error !== null)
  const error = failed?.error ?? last_error_message
  const at = failed?.at ?? last_error_date
  const when = at ? ` at ${secondOf(at)}` : ''
  const isFailing = error && deliveries[0]?.error !== null
  const words = !error ? 'well' : isFailing ? `failing${when}: ${error}` : `well, last error${when}: ${error}`
  return wrap(`${waiting} waiting, ${words}`, room).map((text) => [span(text, isFailing ? 'bad' : 'good')])
}

function webhookLines(state: State, bot: Bot, { panel, selected }: BotOverlay, room: Room): Line[] {
  const { look } = state
  const webhook = bot.profile?.webhook
  if (!webhook?.url) {
    const says = `No webhook is set: the bot fetches its updates itself, and is ${doing(state, bot)}.`
    return [
      ...wrap(says, room.width).map((text): Line => [span(text, 'dim')]),
      ...(doing(state, bot) === 'silent' ? [[], ...connectionLines(state, bot, room.width)] : []),
    ]
  }
  const { updates, deliveries } = panel!
  const head: Line[] = [
    [span(webhook.url, 'strong')],
    ...health(webhook, deliveries, updates.length, room.width),
    ...(state.service.allow_local_webhooks ? [[span(LOCAL, 'warn')]] : []),
    [],
  ]
  const lines = deliveries.map(
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
