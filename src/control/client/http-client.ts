// A client of an emulator in another process, over its control API.

import { EventSourceParserStream } from 'eventsource-parser/stream'
import { Problem } from '../../lib/problem.ts'
import { CONTROL_PATH } from '../contract/addresses.ts'
import type { EventQuery, EventView } from '../contract/events.ts'
import type { Client, Values } from './client.ts'
import { createClient } from './create-client.ts'
import { type FileBytes, separateFile, toJsonText, toQuery } from './wire.ts'

export type ControlFetch = (path: string, init?: RequestInit) => Promise<Response>

export interface Access {
  /** The control token. It is required if other machines can reach the emulator. */
  token?: string | (() => string | undefined) | undefined
}

export function controlFetch(url: string, { token }: Access = {}): ControlFetch {
  const root = String(url).replace(/\/+$/, '')
  if (!/^https?:\/\/./.test(root) || !URL.canParse(root)) {
    throw new Problem('bad-url', `"${url}" is not a URL.`, 'Write a URL such as http://127.0.0.1:8081.')
  }
  return async (path, init = {}) => {
    const now = typeof token === 'function' ? token() : token
    const headers = new Headers(init.headers)
    if (now !== undefined) headers.set('authorization', `Bearer ${now}`)
    try {
      return await fetch(`${root}${CONTROL_PATH}${path}`, { ...init, headers })
    } catch (error) {
      if (init.signal?.aborted) throw error
      const hint = 'Start an emulator with: npx bot-emulator start'
      throw new Problem('unreachable', `No emulator answers at ${root}.`, hint)
    }
  }
}

export function httpClient(url: string, access: Access = {}): Client {
  const ask = controlFetch(url, access)

  async function* events(query: EventQuery = {}, signal?: AbortSignal): AsyncGenerator<EventView> {
    try {
      const response = await ask(withQuery('/events', toQuery(query)), { signal })
      if (!response.ok || !response.body) return await resultOf(response)
      const messages = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
      for await (const { data } of messages) {
        if (signal?.aborted) return
        yield JSON.parse(data) as EventView
      }
    } catch (error) {
      if (signal?.aborted) return
      if (error instanceof Problem) throw error
      const hint = 'Open the stream again, with `after` set to the id of the last received event.'
      throw new Problem('disconnected', `The event stream of ${url} was interrupted.`, hint)
    }
  }

  return createClient({
    get: async (path, query = {}) => resultOf(await ask(withQuery(path, query))),
    async post(path, body, signal) {
      const { rest, file } = separateFile(body)
      const headers = { 'content-type': 'application/json' }
      const content = file ? { body: formOf(rest, file) } : { headers, body: toJsonText(body) ?? 'null' }
      return resultOf(await ask(path, { method: 'POST', ...content, signal }))
    },
    events,
    async file(uniqueId) {
      const response = await ask(`/files/${encodeURIComponent(uniqueId)}`)
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : resultOf(response)
    },
  })
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

function formOf(fields: Values, { name, bytes }: FileBytes): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(toQuery(fields))) form.append(field, value)
  form.append('file', new Blob([bytes]), name)
  return form
}

export async function resultOf<Result>(response: Response): Promise<Result> {
  const body = (await response.json().catch(() => undefined)) as Partial<Body<Result>> | undefined
  if (body?.ok === true) return body.result as Result
  if (body?.error?.code === undefined) {
    const message = `The server at ${new URL(response.url).origin} is not a bot-emulator.`
    throw new Problem('no-emulator', message, 'Check the URL in --url or BOT_EMULATOR_URL.')
  }
  const { code, message, hint, details } = body.error
  throw new Problem(code, message, hint, details)
}

interface Body<Result> {
  ok: boolean
  result: Result
  error: Pick<Problem, 'code' | 'message' | 'hint' | 'details'>
}
