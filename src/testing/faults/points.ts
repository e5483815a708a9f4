// The points of a scenario at which faults are injected.

import type { Values } from '../../control/client/client.ts'
import type { EventOf } from '../../control/contract/events.ts'
import type { CallView } from '../../control/contract/traffic.ts'
import { isPoll } from '../../control/describe/call.ts'
import { messageExcerpt, messageIn, textOrCaption, updateText } from '../../control/describe/message.ts'
import { excerptWords, sanitizeLine } from '../../lib/safe-text.ts'
import { KINDS } from '../scenarios/fault-kinds.ts'
import type { PeoplePlay } from '../scenarios/run/play-people.ts'
import type { FaultKind } from '../scenarios/scenario.ts'

export interface Point {
  kind: FaultKind
  /** What the fault meets: a call such as `sendMessage 'Hi'`, or an update. */
  what: string
  /** The parameters of injectFault. */
  fault: Values
  /** The index of the step after which the fault strikes in a run like the first. */
  step: number
  /** For a bot that polls and is killed before it confirms an update: how far the offset is behind the first id. */
  confirms?: number
}

export function pointsOf(play: PeoplePlay, kinds: readonly FaultKind[]): Point[] {
  const calls = numberCalls(play)
  const updates = updatesOf(play, calls)
  const polls = play.calls.some(({ method }) => isPoll(method))
  return kinds.flatMap((kind): Point[] => {
    const { fault } = KINDS[kind]
    switch (kind) {
      case '409':
        return polls ? [{ kind, what: 'getUpdates', fault, step: 0 }] : []
      case 'kill':
        return updates.map(({ first: { what, at, step } }) => ({ kind, what, step, fault: { ...at, ...fault } }))
      case 'twice':
        return updates.map(({ what, first: { step }, number, confirms }) =>
          polls
            ? { kind, what, step, confirms, fault: { operation: 'getUpdates', hang: true } }
            : { kind, what, step, fault: { ...fault, every: number } },
        )
      case 'slow':
        return [...Map.groupBy(calls, ({ at }) => at.operation).values()].flatMap(([first]) =>
          first ? { kind, what: first.what, step: first.step, fault: { ...first.at, ...fault } } : [],
        )
      default:
        return calls.map(({ what, at, step }) => ({ kind, what, step, fault: { ...at, ...fault } }))
    }
  })
}

type NumberedCall = ReturnType<typeof numberCalls>[number]

/** Describes each call by its operation, its chat, and its number among such calls. */
function numberCalls({ calls, steps, events }: PeoplePlay) {
  const counts = new Map<string, number>()
  const eventOf = new Map(
    events.flatMap((event) => (event.type === 'call' ? [[event.call.id, event.id] as const] : [])),
  )
  return calls
    .filter(({ ok, lenient, method }) => ok && !lenient && !isPoll(method))
    .map((call) => {
      const { method: operation, params } = call
      const { chat_id } = params
      const key = `${operation} ${chat_id}`
      const every = (counts.get(key) ?? 0) + 1
      counts.set(key, every)
      const match = chat_id === undefined ? {} : { match: { chat_id } }
      return {
        what: describeCall(call),
        at: { operation, ...match, ...(every > 1 && { every, times: 1 }) },
        step: steps.findLastIndex((step) => step && step.before < call.id),
        event: eventOf.get(call.id) ?? 0,
      }
    })
}

const MAX_TEXT = 60

export function describeCall({ method, params, body }: CallView): string {
  const sent = messageIn(body.result)
  const text = textOrCaption(sent) ?? (typeof params.text === 'string' ? params.text : messageExcerpt(sent))
  return text ? `${method} '${sanitizeLine(excerptWords(text, MAX_TEXT))}'` : method
}

/** Returns the updates for which the bot made calls, each with its first call. */
function updatesOf({ events, bot }: PeoplePlay, calls: readonly NumberedCall[]) {
  const updates = events.filter((event): event is EventOf<'update'> => event.type === 'update' && event.bot === bot)
  const base = updates[0]?.update_id ?? 0
  return updates.flatMap(({ id, update, update_id }, i) => {
    const next = updates[i + 1]?.id ?? Number.POSITIVE_INFINITY
    const first = calls.find(({ event }) => event > id && event < next)
    const confirmed = events.find((event) => event.type === 'acknowledged' && event.below > update_id)
    const confirms = (confirmed?.type === 'acknowledged' ? confirmed.below : update_id + 1) - base
    return first ? { what: `'${sanitizeLine(updateText(update))}'`, number: i + 1, first, confirms } : []
  })
}
