// A bot from within: its limits as meters, its queue, its webhook's health.

import type { ReactNode } from 'react'
import type { ProfileView } from '../../contract/people.ts'
import type { Update } from '../../contract/shapes.ts'
import type { DeliveryView, LimitUse } from '../../contract/traffic.ts'
import { doing, isAbsent } from '../state/doing.ts'
import { gistOf } from '../state/gist.ts'
import type { Bot } from '../state/model.ts'
import { openChatNow } from '../state/roster.ts'
import type { Overlay, State } from '../state/state.ts'
import { clip, width, wrap } from '../text/text.ts'
import { dayOf, howLong, secondOf } from '../text/when.ts'
import { chosenOf } from './chosen.tsx'
import { connectionRows } from './connection.tsx'
import type { Room } from './pane.tsx'
import { signsOf } from './theme.ts'
import { BLANK_ROW, paragraph, Words } from './words.tsx'

type BotOverlay = Overlay & { kind: 'bot' }

export function botTitle(state: State, { view, bot }: BotOverlay): string {
  const names = { limits: 'limits of', queue: 'updates that wait for', webhook: 'webhook of', faults: 'faults of' }
  if (view === 'members') return `members of ${openChatNow(state)?.title ?? 'no chat'}`
  return `${names[view]} ${state.bots.find((one) => one.handle === bot)?.first_name ?? bot}`
}

export function botRows(state: State, overlay: BotOverlay, room: Room): ReactNode[] {
  const bot = state.bots.find((one) => one.handle === overlay.bot)
  if (!overlay.panel || !bot) return paragraph([`reading ${signsOf(state.look).more}`], 'dim')
  if (overlay.view === 'limits') return limitRows(state, overlay, room)
  if (overlay.view === 'faults') return faultRows(overlay, room)
  if (overlay.view === 'members') return memberRows(overlay, room)
  return overlay.view === 'queue' ? queueRows(overlay, room) : webhookRows(state, bot, overlay, room)
}

function limitRows(state: State, { panel, selected }: BotOverlay, room: Room): ReactNode[] {
  const wide = Math.max(...panel!.limits.map((use) => width(nameOf(state, use))))
  const meters = panel!.limits.map((use) => meter(state, use, Math.min(wide, room.width - 32), room.width - 2))
  return chosenOf(meters, selected, room)
}

function nameOf({ places }: State, { limit, chat }: LimitUse): string {
  const where = places.find((place) => place.id === chat)?.title
  return `${limit.replaceAll('_', ' ')}${where ? ` in ${where}` : ''}`
}

/** The seconds until it is free are worth more than the length of the bar. */
function meter(state: State, use: LimitUse, wide: number, room: number): ReactNode {
  const { used, allowed, free_in } = use
  const { full, empty, more } = signsOf(state.look)
  const cells = Math.max(4, Math.min(20, room - wide - 36))
  const marks = Math.min(cells, used > 0 ? Math.max(1, Math.round((used / allowed) * cells)) : 0)
  const isFull = used >= allowed
  const name = clip(nameOf(state, use), wide, more)
  return (
    <>
      <Words>{`${name}${' '.repeat(Math.max(0, wide - width(name)))} `}</Words>
      <Words as={isFull ? 'bad' : used > allowed * 0.7 ? 'warn' : 'good'}>
        {full.repeat(marks) + empty.repeat(cells - marks)}
      </Words>
      <Words>{` ${used}/${allowed} `}</Words>
      <Words as="bad">{isFull ? `full, free in ${howLong(free_in)}` : ''}</Words>
    </>
  )
}

interface Waiting {
  update_id: number
  [type: string]: unknown
}

function queueRows({ panel, selected }: BotOverlay, room: Room): ReactNode[] {
  const updates = panel!.updates as readonly Waiting[]
  if (!updates.length) return paragraph(['Nothing waits: the bot has fetched all of its updates.'], 'dim')
  const items = updates.map((update) => {
    const type = Object.keys(update).find((key) => key !== 'update_id') ?? ''
    return (
      <>
        <Words as="strong">{`#${update.update_id} `}</Words>
        <Words>{`${type} `}</Words>
        <Words as="dim">{gistOf(update as Update)}</Words>
      </>
    )
  })
  return chosenOf(items, selected, room)
}

function faultRows({ panel, selected }: BotOverlay, room: Room): ReactNode[] {
  if (!panel?.faults.length) return paragraph(['No fault is armed; Ctrl-O fault arms one.'], 'dim')
  const items = panel.faults.map(({ id, bot: _, operation, match, every, times, seen, fired, spent, ...effect }) => (
    <>
      <Words as="strong">{`#${id} ${operation ?? 'any call'} `}</Words>
      <Words>{wordsOf(effect)}</Words>
      <Words as={fired ? 'good' : 'dim'}>
        {`  fired ${fired}${times === null ? '' : ` of ${times}`}, seen ${seen}${every > 1 ? `, 1 in ${every}` : ''}${match ? `, where ${JSON.stringify(match)}` : ''}${spent ? ', spent' : ''}`}
      </Words>
    </>
  ))
  return chosenOf(items, selected, room)
}

const wordsOf = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => (value === true ? name : `${name} ${value}`))
    .join(', ')
    .replaceAll('_', ' ')

function memberRows({ panel, selected }: BotOverlay, room: Room): ReactNode[] {
  if (!panel?.members.length) return paragraph(['A private chat has no members.'], 'dim')
  const items = panel.members.map(({ user, handle: _, status, until_date, is_member, ...rights }) => (
    <>
      <Words as="strong">{`${user.first_name} `}</Words>
      <Words as={status === 'restricted' ? 'bad' : 'plain'}>
        {status === 'restricted' ? 'muted' : status}
        {until_date ? ` until ${dayOf(until_date)} ${secondOf(until_date)}` : ''}
        {is_member === false ? ', has left' : ''}
      </Words>
      <Words as="dim">{`  ${wordsOf(Object.fromEntries(Object.entries(rights).filter(([, value]) => value === true)))}`}</Words>
    </>
  ))
  return chosenOf(items, selected, room)
}

const LOCAL = 'Local webhooks pass: http, any port, this machine.'

/** What went wrong last, in words that tell whether it still does. */
function health(
  { last_error_message, last_error_date }: ProfileView['webhook'],
  deliveries: readonly DeliveryView[],
  waiting: number,
  room: number,
): ReactNode[] {
  const failed = deliveries.find((one) => one.error !== null)
  const error = failed?.error ?? last_error_message
  const at = failed?.at ?? last_error_date
  const when = at ? ` at ${secondOf(at)}` : ''
  const isFailing = error && deliveries[0]?.error !== null
  const words = !error ? 'well' : isFailing ? `failing${when}: ${error}` : `well, last error${when}: ${error}`
  return paragraph(wrap(`${waiting} waiting, ${words}`, room), isFailing ? 'bad' : 'good')
}

function webhookRows(state: State, bot: Bot, { panel, selected }: BotOverlay, room: Room): ReactNode[] {
  const { sent } = signsOf(state.look)
  const webhook = bot.profile?.webhook
  if (!webhook?.url) {
    const says = `No webhook is set: the bot fetches its updates itself, and is ${doing(state, bot)}.`
    return [
      ...paragraph(wrap(says, room.width), 'dim'),
      ...(isAbsent(state, bot) ? [BLANK_ROW, ...connectionRows(state, bot, room.width)] : []),
    ]
  }
  const { updates, deliveries } = panel!
  const head = [
    ...paragraph([webhook.url], 'strong'),
    ...health(webhook, deliveries, updates.length, room.width),
    ...(state.service.allow_local_webhooks ? paragraph([LOCAL], 'warn') : []),
    BLANK_ROW,
  ]
  const items = deliveries.map(({ at, update_id, status, error }) => (
    <>
      <Words as="dim">{`${secondOf(at)} `}</Words>
      <Words as="strong">{`#${update_id} `}</Words>
      <Words as={error === null ? 'good' : 'bad'}>
        {error === null ? `${sent} ${status} delivered` : `${sent} ${status ?? 'no answer'} ${error}`}
      </Words>
    </>
  ))
  return [...head, ...chosenOf(items, selected, { ...room, height: room.height - head.length })]
}
