// An event as listeners read it: with what it is about, as that is now.

import type { Delivery, Recorded } from '../../event-log/entry.ts'
import { privateChat, sharedChat } from '../../messenger/chats/chat.ts'
import { viewClock } from '../../messenger/service/move-clock.ts'
import { viewMessage } from '../../messenger/views.ts'
import type { Read, Tx } from '../../messenger/world.ts'
import { viewCall } from './calls.ts'

const TYPES: Readonly<Record<Recorded['type'] | 'missed', true>> = {
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

export function viewEvent(tx: Tx, event: Recorded): EventView {
  const { id, type, at } = event
  return { id, type, at, ...details(tx, event) }
}

function details(tx: Tx, event: Recorded): object {
  switch (event.type) {
    case 'call':
      return viewCallEvent(tx, event)
    case 'message':
    case 'edit':
      return viewMessageEvent(tx, event)
    case 'delete':
      return { ...whereabouts(tx, event.chat), message_id: event.message_id }
    case 'member':
      return { ...whereabouts(tx, event.chat), user: handleOf(tx, event.user), status: event.status }
    case 'chat':
      return whereabouts(tx, event.chat)
    case 'update':
      return {
        bot: handleOf(tx, event.bot),
        update_id: event.update_id,
        update_type: event.update_type,
        update: JSON.parse(event.body) as unknown,
      }
    case 'delivery':
      return { bot: handleOf(tx, event.delivery.bot), delivery: event.delivery.id, ...viewAttempt(event.delivery) }
    case 'user':
      return { user: handleOf(tx, event.user) }
    case 'clock':
      return { clock: viewClock(tx.clock) }
    case 'service':
      return {}
    case 'action':
      return { action: event.action, params: event.params, result: event.result }
    default:
      return { ...event, ...('bot' in event && event.bot !== undefined && { bot: handleOf(tx, event.bot) }) }
  }
}

function viewCallEvent(read: Read, { call }: Recorded & { type: 'call' }) {
  const seen = viewCall(read, call)
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

function viewMessageEvent(read: Read, event: { chat: number; message_id: number }) {
  const chat = chatNumbered(read, event.chat)
  const row = chat && read.store.messages.get(event.chat, event.message_id)
  return {
    ...whereabouts(read, event.chat),
    message_id: event.message_id,
    ...(row && { message: viewMessage(read, chat, row) }),
  }
}

function whereabouts(read: Read, chat: number): { chat?: number; bot?: string } {
  const pair = read.store.privateChats.numbered(chat)
  return pair ? { chat: pair.person, bot: handleOf(read, pair.bot) } : { chat }
}

function chatNumbered(read: Read, chat: number) {
  const pair = read.store.privateChats.numbered(chat)
  if (pair) return privateChat(read, pair.bot, pair.person)
  const row = read.store.chats.byId(chat)
  return row && sharedChat(row)
}

const handleOf = (read: Read, user: number) => read.store.users.byId(user)?.handle ?? String(user)
