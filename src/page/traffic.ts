// The newest exchanges. An exchange is an update with the calls that answer it.

import { signal } from '@preact/signals'
import type { EventView } from '../contract/events.ts'
import type { Update } from '../contract/shapes.ts'
import type { CallView } from '../contract/traffic.ts'
import { isAnswerTo } from '../describe/exchange.ts'
import { programText } from '../describe/program.ts'

export interface Exchange {
  id: number
  at: number
  bot: string
  update?: { id: number; type: string; content: Update; state: string }
  calls: CallView[]
  /** A sentence about an event that is not an update or a call, for example an injected fault. */
  note?: string
}

const MAX_EXCHANGES = 300
/** The number of newest exchanges among which the update that a call answers is searched. */
const MAX_DISTANCE = 50

export const exchanges = signal<readonly Exchange[]>([])

let list: Exchange[] = []
let frame = 0

/** Publishes the exchanges at most once for each frame of the browser, because events can arrive faster. */
function changed() {
  if (frame) return
  frame = requestAnimationFrame(() => {
    frame = 0
    list = list.slice(-MAX_EXCHANGES)
    exchanges.value = [...list]
  })
}

export function startTraffic() {
  list = []
  changed()
}

function addCall(call: CallView, id: number) {
  if (call.method.toLowerCase() === 'getupdates' && call.ok) return
  const bot = call.bot ?? 'unknown bot'
  const index = list
    .slice(-MAX_DISTANCE)
    .findLastIndex(({ bot: owner, update }) => owner === bot && update && isAnswerTo(call, update.content))
  const at = index < 0 ? -1 : index + Math.max(0, list.length - MAX_DISTANCE)
  const found = list[at]
  if (found) list[at] = { ...found, calls: [...found.calls, call] }
  else list.push({ id, at: call.at, bot, calls: [call] })
}

function setState(bot: string, isMeant: (updateId: number) => boolean, state: string) {
  list = list.map((each) =>
    each.bot === bot && each.update && isMeant(each.update.id) ? { ...each, update: { ...each.update, state } } : each,
  )
}

export function addToTraffic(event: EventView) {
  const { id, at } = event
  switch (event.type) {
    case 'call':
      addCall(event.call, id)
      break
    case 'update':
      list.push({
        id,
        at,
        bot: event.bot,
        update: { id: event.update_id, type: event.update_type, content: event.update, state: 'pending' },
        calls: [],
      })
      break
    case 'handed-out':
      setState(event.bot, (update) => event.update_ids.includes(update), 'received')
      break
    case 'acknowledged':
      setState(event.bot, (update) => update < event.below, 'confirmed')
      break
    case 'delivery':
      setState(
        event.bot,
        (update) => update === event.update_id,
        event.error === null ? 'confirmed' : `failed: ${event.error}`,
      )
      break
    case 'fault':
      list.push({ id, at, bot: event.bot, calls: [], note: `Injected fault: ${event.why}` })
      break
    case 'program':
      if (event.how === 'wrote' && event.error === undefined) return
      list.push({ id, at, bot: event.bot, calls: [], note: `Program: ${event.error ?? programText(event)}` })
      break
    case 'world':
      list.push({ id, at, bot: '', calls: [], note: `The world was ${event.how}.` })
      break
    case 'missed':
      list.push({ id, at, bot: '', calls: [], note: 'Some events were missed.' })
      break
    default:
      return
  }
  changed()
}
