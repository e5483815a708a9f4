// Groups updates and calls into exchanges.

import type { EventView } from '../contract/events.ts'
import type { Update } from '../contract/shapes.ts'
import type { CallView } from '../contract/traffic.ts'
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

/** An update with the calls that answer it, a call on its own, or a note. */
export interface Exchange {
  id: number
  at: number
  bot: string
  update?: { id: number; type: string; content: Update; state: string; receivedAt?: number | undefined }
  /** The calls, each with the id of its event. */
  calls: (CallView & { event: number })[]
  /** A sentence about an event that is not an update or a call, for example an injected fault. */
  note?: string
}

/** Only this many of the newest exchanges are searched for the update that a call answers. */
const MAX_DISTANCE = 50

function addCall(list: Exchange[], call: CallView, id: number) {
  if (call.method.toLowerCase() === 'getupdates' && call.ok) return
  const bot = call.bot ?? 'unknown bot'
  const index = list
    .slice(-MAX_DISTANCE)
    .findLastIndex(({ bot: owner, update }) => owner === bot && update && isAnswerTo(call, update.content))
  const at = index < 0 ? -1 : index + Math.max(0, list.length - MAX_DISTANCE)
  const found = list[at]
  if (found) list[at] = { ...found, calls: [...found.calls, { ...call, event: id }] }
  else list.push({ id, at: call.at, bot, calls: [{ ...call, event: id }] })
}

function setState(
  list: Exchange[],
  bot: string,
  isMeant: (updateId: number) => boolean,
  state: string,
  receivedAt?: number,
) {
  list.forEach((each, at) => {
    const { update } = each
    if (each.bot !== bot || !update || update.state === state || !isMeant(update.id)) return
    list[at] = { ...each, update: { receivedAt, ...update, state } }
  })
}

/** Adds an event to a list of exchanges: a new exchange, or a changed copy of one in the list. */
export function addToExchanges(list: Exchange[], event: EventView) {
  const { id, at, bot = '' } = event
  const addNote = (note: string) => list.push({ id, at, bot, calls: [], note })
  switch (event.type) {
    case 'call':
      return addCall(list, event.call, id)
    case 'update': {
      const update = { id: event.update_id, type: event.update_type, content: event.update, state: 'pending' }
      return list.push({ id, at, bot, update, calls: [] })
    }
    case 'handed-out':
      return setState(list, bot, (update) => event.update_ids.includes(update), 'received', at)
    case 'acknowledged':
      return setState(list, bot, (update) => update < event.below, 'confirmed')
    case 'delivery': {
      const state = event.error === null ? 'confirmed' : `failed: ${event.error}`
      return setState(list, bot, (update) => update === event.update_id, state)
    }
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
