// A client of an emulator elsewhere, over its control interface.

import { Problem } from '../lib/problem.ts'
import type { EventView } from '../views/event.ts'
import type { Client, Json, Values } from './client.ts'
import { asQuery } from './query.ts'
import { sentEvents } from './sent-events.ts'
import { wireText } from './wire.ts'

const PREFIX = '/_emulator'

/** The token is asked for by an emulator that listens beyond this machine. */
export function httpClient(url: string, { token }: { token?: string } = {}): Client {
  const root = url.replace(/\/+$/, '')
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    try {
      return await fetch(`${root}${PREFIX}${path}`, { ...init, headers: { ...headers, ...init.headers } })
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw new Problem('unreachable', `No emulator answers at ${root}.`, 'Start one with: bot-emulator start')
    }
  }

  async function get(path: string, query: Values = {}, signal?: AbortSignal): Promise<Response> {
    const search = new URLSearchParams(asQuery(query)).toString()
    return ask(search ? `${path}?${search}` : path, signal ? { signal } : {})
  }

  const post = (path: string, body: unknown, signal?: AbortSignal) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: wireText(body) ?? 'null',
      ...(signal && { signal }),
    })

  async function* events(query: Values = {}, signal?: AbortSignal): AsyncGenerator<EventView> {
    try {
      const response = await get('/events', query, signal)
      if (!response.ok || !response.body) await resultOf(response)
      for await (const data of sentEvents(response.body!)) {
        if (signal?.aborted) return
        yield JSON.parse(data) as EventView
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof Problem) throw error
      throw new Problem('disconnected', `The events of ${root} broke off.`, 'Go on with `after` the last that came.')
    }
  }

  return {
    health: async () => resultOf(await get('/health')),
    actions: async () => resultOf(await get('/actions')),
    perform: async (action, params = {}) => resultOf(await post(`/actions/${encodeURIComponent(action)}`, params)),
    view: async (path, query) => resultOf(await get(path, query)),
    wait: async (expected, signal) => resultOf(await post('/wait', expected, signal)),
    events,
    async file(uniqueId) {
      const response = await get(`/files/${encodeURIComponent(uniqueId)}`)
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : resultOf(response)
    },
  }
}

async function resultOf(response: Response): Promise<Json> {
  const body = await bodyOf(response)
  if (body.ok) return body.result
  const { code, message, hint, details } = body.error
  throw new Problem(code, message, hint, details)
}

interface Body {
  ok: boolean
  result?: Json
  error: { code: string; message: string; hint: string; details?: Record<string, unknown> }
}

async function bodyOf(response: Response): Promise<Body> {
  try {
    return (await response.json()) as Body
  } catch {
    const message = `What answers at ${new URL(response.url).origin} is no emulator.`
    throw new Problem('no-emulator', message, 'Look at the address given with --url.')
  }
}
