// Groups updates and calls into exchanges.

import type { EventView } from '../contract/events.ts'
import type { Update } from '../contract/shapes.ts'
import type { AttemptView, CallView } from '../contract/traffic.ts'
import { isPoll } from './call.ts'
import { programText } from './program.ts'

const isChat = (named: unknown, id: number | undefined) => id !== undefined && String(named) === String(id)

/**
 * Returns true if the call names the update's chat as `chat_id`, or the update's button press as `callback_query_id`.
 */
export function isAnswerTo({ params }: Pick<CallView, 'params'>, update: Update): boolean {
  const { callback_query: query, ...rest } = update
  if (query) return params.callback_query_id === query.id || isChat(params.chat_id, query.message.chat.id)
  return Object.values(rest).some((one) => typeof one === 'object' && isChat(params.chat_id, one.chat.id))
}

/** An event with its moment of arrival on a real clock. That moment is unknown for events from before the page was opened. */
export type Arrived = EventView & { arrivedMs?: number }

/** The place of a call or a delivery in its exchange. */
interface Step {
  /** The id of the event that recorded the call or delivery. */
  event: number
  /** The time from the update to the end of this call or delivery; 0 if unknown. */
  endMs: number
}

/** An update with its deliveries and the calls that answer it, a call on its own, or a note. */
export interface Exchange {
  id: number
  at: number
  arrivedMs?: number | undefined
  bot: string
  update?: { id: number; type: string; content: Update; state: string; receivedMs?: number | undefined }
  calls: (CallView & Step)[]
  deliveries: (Partial<AttemptView> & Step)[]
  /** A sentence about an event that is not an update or a call, for example an injected fault. */
  note?: string
}

/** Only this many of the newest exchanges are searched for the update that a call answers. */
const MAX_DISTANCE = 50

/** Returns the time from the update to an event: real time if known, else time of the emulator's clock, which can be frozen. */
const elapsedMs = (from: Pick<Exchange, 'at' | 'arrivedMs'>, to: Arrived) =>
  from.arrivedMs === undefined || to.arrivedMs === undefined ? 1000 * (to.at - from.at) : to.arrivedMs - from.arrivedMs

function addCall(list: Exchange[], event: Arrived & { type: 'call' }) {
  const { id, call } = event
  if (isPoll(call.method) && call.ok) return
  const bot = call.bot ?? 'unknown bot'
  const index = list
    .slice(-MAX_DISTANCE)
    .findLastIndex(({ bot: owner, update }) => owner === bot && update && isAnswerTo(call, update.content))
  const at = index < 0 ? -1 : index + Math.max(0, list.length - MAX_DISTANCE)
  const found = list[at]
  if (found) list[at] = { ...found, calls: [...found.calls, { ...call, event: id, endMs: elapsedMs(found, event) }] }
  else list.push({ id, at: call.at, bot, calls: [{ ...call, event: id, endMs: 0 }], deliveries: [] })
}

function setState(list: Exchange[], event: Arrived, isMeant: (updateId: number) => boolean, state: string) {
  list.forEach((each, at) => {
    const { update } = each
    if (each.bot !== event.bot || !update || update.state === state || !isMeant(update.id)) return
    const receivedMs = event.type === 'handed-out' ? elapsedMs(each, event) : undefined
    list[at] = { ...each, update: { receivedMs, ...update, state } }
  })
}

function addDelivery(list: Exchange[], event: Arrived & { type: 'delivery' }) {
  const isMeant = (id: number) => id === event.update_id
  const at = list.findLastIndex(({ bot, update }) => bot === event.bot && update && isMeant(update.id))
  const found = list[at]
  if (found) {
    const delivery = { ...event, event: event.id, endMs: elapsedMs(found, event) }
    list[at] = { ...found, deliveries: [...found.deliveries, delivery] }
  }
  setState(list, event, isMeant, event.error === null ? 'confirmed' : `failed: ${event.error}`)
}

/** Adds an event to a list of exchanges: a new exchange, or a changed copy of one in the list. */
export function addToExchanges(list: Exchange[], event: Arrived) {
  const { id, at, bot = '', arrivedMs } = event
  const empty = { id, at, arrivedMs, bot, calls: [], deliveries: [] }
  const addNote = (note: string) => list.push({ ...empty, note })
  switch (event.type) {
    case 'call':
      return addCall(list, event)
    case 'update': {
      const update = { id: event.update_id, type: event.update_type, content: event.update, state: 'pending' }
      return list.push({ ...empty, update })
    }
    case 'handed-out':
      return setState(list, event, (update) => event.update_ids.includes(update), 'received')
    case 'acknowledged':
      return setState(list, event, (update) => update < event.below, 'confirmed')
    case 'delivery':
      return addDelivery(list, event)
    case 'fault':
      return addNote(`Injected fault: ${event.why}`)
    case 'program':
      if (event.how === 'wrote' && event.error === undefined) return
      return addNote(`Program: ${event.error ?? programText(event)}`)
    case 'world':
      return addNote(`The world was ${event.how}.`)
    case 'missed':
      return addNote('Some events were missed.')
  }
}
