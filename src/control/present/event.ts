// Builds the view of an event, with the current version of its message.

import type { Recorded } from '../../service/event-log/entry.ts'
import { privateChat, sharedChat } from '../../service/messenger/chats/chat.ts'
import type { Read } from '../../service/messenger/world.ts'
import type { EventType, EventView } from '../contract/events.ts'
import type { CallView } from '../contract/traffic.ts'
import { viewMessage } from './chats.ts'
import { viewAttempt, viewCall, viewClock } from './traffic.ts'

export const EVENT_SUMMARIES: Readonly<Record<EventType, string>> = {
  call: 'A bot made a call.',
  message: 'A message was sent.',
  edit: 'A message was edited.',
  delete: 'A message was deleted.',
  member: "A member's status changed.",
  update: 'An update was added to the queue of a bot.',
  'handed-out': 'A bot received updates.',
  acknowledged: 'A bot confirmed all updates below an id.',
  poll: 'A getUpdates call started to wait.',
  program: "A bot's program started, wrote output, threw an error, or ended.",
  webhook: 'A webhook was set or removed, or its next delivery attempt is due now.',
  delivery: 'The emulator tried to deliver an update to a webhook.',
  fault: 'An injected fault happened.',
  user: 'A person was created or changed.',
  bot: 'A bot was created or changed.',
  chat: 'A group or channel was created or changed.',
  'file-deleted': 'A file was deleted.',
  action: 'An action was performed.',
  clock: 'The clock was moved, frozen or resumed.',
  service: 'A setting of the service changed.',
  world: 'The world was restored, imported or reset.',
  reset: 'A part of the world was reset.',
  cleared: 'Everything except some bots was deleted.',
  missed: 'The reader of the event stream missed events. Load the views again.',
}

export const EVENT_TYPES: readonly string[] = Object.keys(EVENT_SUMMARIES)

export function viewEvent(read: Read, event: Recorded): EventView {
  const { id, at } = event
  switch (event.type) {
    case 'call':
      return { id, type: event.type, at, ...callDetails(viewCall(read, event.call)) }
    case 'message':
    case 'edit':
      return { id, type: event.type, at, ...messageDetails(read, event) }
    case 'delete':
      return { id, type: event.type, at, ...chatAndBot(read, event.chat), message_id: event.message_id }
    case 'member':
      return { ...event, ...chatAndBot(read, event.chat), user: handleOf(read, event.user) }
    case 'chat':
      return { ...event, ...chatAndBot(read, event.chat) }
    case 'update': {
      const { body, ...update } = event
      return { ...update, bot: handleOf(read, event.bot), update: JSON.parse(body) }
    }
    case 'delivery': {
      const { type, delivery } = event
      return { id, type, at, bot: handleOf(read, delivery.bot), delivery: delivery.id, ...viewAttempt(delivery) }
    }
    case 'user':
      return { ...event, user: handleOf(read, event.user) }
    case 'clock':
      return { ...event, type: event.type, clock: viewClock(read.clock) }
    case 'service':
      return { ...event, type: event.type }
    case 'action':
      return { ...event, params: typeof event.params === 'object' ? { ...event.params } : {} }
    case 'webhook':
      return { id, type: event.type, at, bot: handleOf(read, event.bot) }
    case 'reset':
      return { ...event, bot: event.bot === undefined ? undefined : handleOf(read, event.bot) }
    case 'world':
    case 'cleared':
    case 'file-deleted':
      return event
    default:
      return { ...event, bot: handleOf(read, event.bot) }
  }
}

function callDetails(call: CallView) {
  const chat = chatOfCall(call)
  return { ...(call.bot !== null && { bot: call.bot }), ...(chat !== undefined && { chat }), call }
}

function chatOfCall({ body, params }: CallView): number | undefined {
  const { chat } = (body.result ?? {}) as { chat?: { id?: number } }
  const chatParam = Number(params.chat_id)
  return chat?.id ?? (Number.isInteger(chatParam) && params.chat_id !== '' ? chatParam : undefined)
}

function messageDetails(read: Read, event: { chat: number; message_id: number }) {
  const chat = chatNumbered(read, event.chat)
  const row = chat && read.store.messages.get(event.chat, event.message_id)
  return {
    ...chatAndBot(read, event.chat),
    message_id: event.message_id,
    ...(row && { message: viewMessage(read, chat, row) }),
  }
}

function chatAndBot(read: Read, chat: number): { chat?: number; bot?: string } {
  const pair = read.store.privateChats.numbered(chat)
  return pair ? { chat: pair.person, bot: handleOf(read, pair.bot) } : { chat }
}

export function chatNumbered(read: Read, chat: number) {
  const pair = read.store.privateChats.numbered(chat)
  if (pair) return privateChat(read, pair.bot, pair.person)
  const row = read.store.chats.byId(chat)
  return row && sharedChat(row)
}

const handleOf = (read: Read, user: number) => read.store.users.byId(user)?.handle ?? String(user)
