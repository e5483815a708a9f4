// A client of an emulator elsewhere, over its control interface.

import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { EventQuery, EventView } from '../contract/events.ts'
import { Problem } from '../lib/problem.ts'
import type { Client } from './client.ts'
import { type Access, controlFetch, resultOf } from './control-fetch.ts'
import { asQuery, located, wireText } from './wire.ts'

export function httpClient(url: string, access: Access = {}): Client {
  const ask = controlFetch(url, access)

  function get(path: string, query: EventQuery | Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
    const search = new URLSearchParams(asQuery(query)).toString()
    return ask(search ? `${path}?${search}` : path, { signal })
  }

  const post = (path: string, body: unknown, signal?: AbortSignal) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: wireText(body) ?? 'null',
      signal,
    })

  async function* events(query: EventQuery = {}, signal?: AbortSignal): AsyncGenerator<EventView> {
    try {
      const response = await get('/events', query, signal)
      if (!response.ok || !response.body) return await resultOf(response)
      const sent = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
      for await (const { data } of sent) {
        if (signal?.aborted) return
        yield JSON.parse(data) as EventView
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof Problem) throw error
      throw new Problem('disconnected', `The events of ${url} broke off.`, 'Go on with `after` the last that came.')
    }
  }

  return {
    health: async () => resultOf(await get('/health')),
    actions: async () => resultOf(await get('/actions')),
    perform: async (action, params = {}) => resultOf(await post(`/actions/${encodeURIComponent(action)}`, params)),
    async view(path, params = {}) {
      const at = located(path, params)
      return resultOf(await get(at.path, at.query))
    },
    wait: async (expected, signal) => resultOf(await post('/wait', expected, signal)),
    events,
    async file(uniqueId) {
      const response = await get(`/files/${encodeURIComponent(uniqueId)}`)
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : resultOf(response)
    },
  }
}
