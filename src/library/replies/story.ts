// What has happened, for the message of a failure: what handlers in this process threw, and what people saw.

import type { Client } from '../../client/client.ts'
import { follow } from '../../client/follow.ts'
import type { EventView } from '../../contract/events.ts'
import { NAMING } from '../../contract/naming.ts'
import { sceneLines } from '../../scenario/report/scene-lines.ts'
import { errorIn } from '../../scenario/run/bot/read-error.ts'
import { sceneOf } from '../../scenario/run/scene.ts'
import { handlesOf } from '../../scenario/world-of.ts'
import type { Driven } from './rest.ts'

/** The newest of what people saw. */
const MAX_LINES = 20

export interface Past {
  client: Client
  driven: Driven
  /** What happened before this event is no part of it. */
  after: number
}

/** What a handler threw. */
export async function thrownLines({ client, driven }: Past): Promise<string[]> {
  const bots = driven.size ? await client.view('/bots') : []
  return bots.flatMap(({ id, handle }) => {
    const failure = driven.get(id)?.failure
    if (failure === undefined) return []
    const error = failure instanceof Error ? errorIn((failure.stack ?? '').split('\n')) : undefined
    const frames = error?.frames.map((frame) => `  ${frame.trim()}`) ?? []
    return [`The handler of ${handle} threw: ${failure}.`, ...frames]
  })
}

export async function conversationLines(past: Past): Promise<string[]> {
  const events = await eventsUpToNow(past)
  const handles = await handlesOf(past.client)
  const lines = sceneLines(sceneOf(events.map((event) => withHandles(event, handles)))).slice(-MAX_LINES)
  return lines.length ? ['What people saw:', ...lines.map((line) => `  ${line}`)] : []
}

/** Actions of people that are objects name them by their ids. */
function withHandles(event: EventView, handles: ReadonlyMap<number, string>): EventView {
  if (event.type !== 'action') return event
  const params = Object.entries(event.params).map(([key, value]) => [
    key,
    NAMING.has(key) ? (handles.get(Number(value)) ?? value) : value,
  ])
  return { ...event, params: Object.fromEntries(params) }
}

async function eventsUpToNow({ client, after }: Past): Promise<EventView[]> {
  const followed = await follow(client, { after })
  return followed.since(after).finally(followed.stop)
}
