// An event as listeners read it: with what it is about, as that is now.

import type { RecordedEvent } from '../../event-log/events.ts'
import { privateChat, sharedChat } from '../../messenger/chats/chat.ts'
import { viewClock } from '../../messenger/service/move-clock.ts'
import { viewMessage } from '../../messenger/views.ts'
import type { Delivery } from '../../messenger/webhooks/delivery.ts'
import type { World } from '../../messenger/world.ts'
import { viewCall } from './calls.ts'

const TYPES: Readonly<Record<RecordedEvent['type'] | 'missed', true>> = {
  call: true,
  message: true,
  edit: true,
  delete: true,
  member: true,
  update: true,
  'handed-out': true,
  acknowledged: true,
  webhook: true,
  delivery: true,
  fault: true,
  user: true,
  bot: true,
  chat: true,
  'file-deleted': true,
  action: true,
  clock: true,
  service: true,
  world: true,
  reset: true,
  cleared: true,
  missed: true,
}

export const EVENT_TYPES: readonly string[] = Object.keys(TYPES)

export interface EventView {
  id: number
  type: string
  at: number
  /** The handle of the bot concerned. */
  bot?: string
  /** The id of the chat concerned, on the wire; of a private chat the person's. */
  chat?: number
  [detail: string]: unknown
}

export function viewEvent(world: World, event: RecordedEvent): EventView {
  const { id, type, at } = event
  return { id, type, at, ...details(world, event) }
}

function details(world: World, event: RecordedEvent): object {
  switch (event.type) {
    case 'call':
      return viewCallEvent(world, event)
    case 'message':
    case 'edit':
      return viewMessageEvent(world, event)
    case 'delete':
      return { ...whereabouts(world, event.chat), message_id: event.message_id }
    case 'member':
      return { ...whereabouts(world, event.chat), user: handleOf(world, event.user), status: event.status }
    case 'chat':
      return whereabouts(world, event.chat)
    case 'update':
      return {
        bot: handleOf(world, event.bot),
        update_id: event.update_id,
        update_type: event.update_type,
        update: JSON.parse(event.body) as unknown,
      }
    case 'delivery':
      return { bot: handleOf(world, event.bot), delivery: event.delivery, ...attemptNumbered(world, event.delivery) }
    case 'user':
      return { user: handleOf(world, event.user) }
    case 'clock':
      return { clock: viewClock(world.clock) }
    case 'service':
      return {}
    case 'action':
      return { action: event.action, params: event.params, result: event.result }
    default:
      return { ...event, ...('bot' in event && event.bot !== undefined && { bot: handleOf(world, event.bot) }) }
  }
}

function viewCallEvent(world: World, { call }: RecordedEvent & { type: 'call' }) {
  const seen = viewCall(world, call)
  const chat = chatOfCall(seen)
  return { ...(seen.bot !== null && { bot: seen.bot }), ...(chat !== undefined && { chat }), call: seen }
}

function chatOfCall({ body, params }: ReturnType<typeof viewCall>): number | undefined {
  const answered = (body as { result?: { chat?: { id?: number } } }).result?.chat?.id
  const asked = Number(params.chat_id)
  return answered ?? (Number.isInteger(asked) && params.chat_id !== '' ? asked : undefined)
}

/** Its body is to be had by the number of the delivery. */
export function viewAttempt({ update, url, attempt, status, error, duration_ms }: Delivery) {
  return { update_id: update.update_id, update_type: update.type, url, attempt, status, error, duration_ms }
}

/** Unless it is forgotten by now. */
function attemptNumbered(world: World, id: number) {
  const made = world.deliveries.get(id)
  return made && viewAttempt(made)
}

function viewMessageEvent(world: World, event: { chat: number; message_id: number }) {
  const chat = chatNumbered(world, event.chat)
  const row = chat && world.store.messages.get(event.chat, event.message_id)
  return {
    ...whereabouts(world, event.chat),
    message_id: event.message_id,
    ...(row && { message: viewMessage(world, chat, row) }),
  }
}

function whereabouts(world: World, chat: number): { chat?: number; bot?: string } {
  const pair = world.store.privateChats.numbered(chat)
  return pair ? { chat: pair.person, bot: handleOf(world, pair.bot) } : { chat }
}

function chatNumbered(world: World, chat: number) {
  const pair = world.store.privateChats.numbered(chat)
  if (pair) return privateChat(world, pair.bot, pair.person)
  const row = world.store.chats.byId(chat)
  return row && sharedChat(row)
}

const handleOf = (world: World, user: number) => world.store.users.byId(user)?.handle ?? String(user)
