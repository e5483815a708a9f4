// Creates an emulator for each test, with functions for calls, actions and views over HTTP.

import { request } from 'undici'
import { serve } from './emulator.ts'
import { furnish, type Json, type Plan } from './furnish.ts'
import { until } from './until.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of an answer
  body: any
}

export type Transport = 'json' | 'query' | 'form' | 'multipart' | 'post-query'

/** The initial time of a frozen clock. */
export const NOON = 1_800_014_400

export type Service = Awaited<ReturnType<typeof service>>
export type Bot = Awaited<ReturnType<Service['bot']>>

export interface ServiceOptions {
  frozen?: boolean
  /** The database file. Without it, the world is in memory. */
  file?: string
}

export async function service({ frozen = true, file }: ServiceOptions = {}) {
  const { url, emulator, bytesFolder } = await serve(file)

  async function tryAct(action: string, params: Json = {}): Promise<Answer> {
    return ask(`${url}/_emulator/actions/${action}`, jsonPost(params))
  }

  /** Performs an action and throws if it fails. */
  async function act(action: string, params: Json = {}): Promise<Json> {
    const { body } = await tryAct(action, params)
    if (!body.ok) throw new Error(`${action}: ${body.error.code}: ${body.error.message} ${body.error.hint}`)
    return body.result
  }

  /** Performs an action like `act`, but without HTTP if possible, which is faster for the setup of a test. */
  async function actDirectly(action: string, params: Json = {}): Promise<Json> {
    if (!emulator) return act(action, params)
    return JSON.parse(JSON.stringify((await emulator.perform(action, JSON.parse(JSON.stringify(params)))) ?? null))
  }

  async function view(path: string): Promise<Json> {
    const { body } = await ask(`${url}/_emulator${path}`)
    if (!body.ok) throw new Error(`${path}: ${body.error.code}: ${body.error.message}`)
    return body.result
  }

  /** Reads a view like `view`, but without HTTP if possible, which is faster for frequent reads. */
  async function viewDirectly(path: string): Promise<Json> {
    return emulator ? JSON.parse(JSON.stringify(emulator.view(path))) : view(path)
  }

  async function call(token: string, method: string, params: Json = {}, via: Transport = 'json'): Promise<Answer> {
    return ask(...requestOf(`${url}/bot${token}/${method}`, params, via))
  }

  /** Returns functions for calls of a bot. `call` returns the status and the whole body. */
  function botOf({ id, token, handle }: { id: number; token: string; handle: string }) {
    const callAs = (method: string, params: Json = {}, via: Transport = 'json') => call(token, method, params, via)
    return {
      id,
      token,
      handle,
      call: callAs,
      /** Returns the result of a call, and throws if the call fails. */
      async ok(method: string, params: Json = {}, via: Transport = 'json'): Promise<Json> {
        const { status, body } = await callAs(method, params, via)
        if (status !== 200 || body.ok !== true) throw new Error(`${method}: ${status} ${JSON.stringify(body)}`)
        return body.result
      },
      /** Returns all pending updates and confirms them. */
      async drain(): Promise<Json[]> {
        const updates = (await callAs('getUpdates', { limit: 100 })).body.result
        if (updates.length) await callAs('getUpdates', { offset: updates.at(-1).update_id + 1, limit: 1 })
        return updates
      },
    }
  }

  const bot = async (given: Json = {}) => botOf(await act('createBot', { first_name: 'Greeter', ...given }))

  const user = (first_name: string, given: Json = {}): Promise<Json> => act('createUser', { first_name, ...given })

  if (frozen) {
    await actDirectly('freezeClock')
    await actDirectly('setClock', { at: NOON })
  }
  return {
    url,
    act,
    actDirectly,
    tryAct,
    view,
    viewDirectly,
    call,
    bot,
    botOf,
    user,
    bytesFolder,
    isPolling: async (id: number): Promise<boolean> => (await view(`/bots/${id}/delivery`)).polling,
    /** The emulator in this process. Tests that use it do not run against the built command. */
    get emulator() {
      if (!emulator) throw new Error('The built command runs in a process of its own.')
      return emulator
    },
  }
}

/** Creates a service and performs the plan. Returns the service, the actions' results, and a `Bot` for each bot. */
export async function world(plan: Plan, options?: ServiceOptions) {
  const s = await service(options)
  const { bots, ...furnished } = await furnish(s.actDirectly, plan)
  return { s, ...furnished, bots: bots.map(s.botOf) }
}

/** Calls getUpdates, and returns as soon as the emulator reports the open poll. */
export async function openPoll(s: Service, bot: Bot, params: Json = { timeout: 50 }) {
  const answer: Promise<Answer> = bot.call('getUpdates', params)
  await until(() => s.isPolling(bot.id))
  return { answer }
}

export const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json(),
})

/** Sends a request. Uses undici, about three times faster than `fetch`, except for form and multipart bodies. */
async function ask(url: string, { method = 'GET', headers = {}, body }: Request = {}): Promise<Answer> {
  if (body !== undefined && typeof body !== 'string') return answerOf(await fetch(url, { method, body }))
  const response = await request(url, { method, headers, ...(body !== undefined && { body }) })
  return { status: response.statusCode, body: await response.body.json() }
}

interface Request {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | URLSearchParams | FormData
}

const jsonPost = (value: unknown): Request => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

function requestOf(url: string, params: Record<string, unknown>, via: Transport): [string, Request] {
  if (Object.values(params).some((value) => value instanceof Blob)) return upload(url, params, via)
  if (via === 'json') return [url, jsonPost(params)]
  const texts = Object.entries(params).map(([name, value]) => [name, asText(value)] as [string, string])
  if (via === 'query') return [`${url}?${new URLSearchParams(texts)}`, { method: 'GET' }]
  if (via === 'post-query') return [`${url}?${new URLSearchParams(texts)}`, { method: 'POST' }]
  if (via === 'form') return [url, { method: 'POST', body: new URLSearchParams(texts) }]
  const body = new FormData()
  for (const [name, text] of texts) body.append(name, text)
  return [url, { method: 'POST', body }]
}

/** Returns a multipart request with files. The other parameters are in the query if `via` says so, else in the body. */
function upload(url: string, params: Record<string, unknown>, via: Transport): [string, Request] {
  const query = new URLSearchParams()
  const body = new FormData()
  for (const [name, value] of Object.entries(params)) {
    if (value instanceof Blob) body.append(name, value)
    else if (value !== undefined) (via.endsWith('query') ? query : body).append(name, asText(value))
  }
  return [`${url}?${query}`, { method: 'POST', body }]
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Returns the expected answer of a refused call. */
export function refused(status: number, description: string, parameters?: { retry_after: number }): Answer {
  return { status, body: { ok: false, error_code: status, description, ...(parameters && { parameters }) } }
}

/** Returns the expected answer of a successful call. */
export const granted = (result: unknown): Answer => ({ status: 200, body: { ok: true, result } })
