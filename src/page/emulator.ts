// The page's access to the emulator: actions, views, files and events.

import { signal } from '@preact/signals'
import type { EventView } from '../contract/events.ts'
import type { ActionDescription } from '../contract/service.ts'

/** An error of the emulator: what happened, and what to do. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly hint: string,
  ) {
    super(message)
  }
}

const TOKEN_KEY = 'bot-emulator-control-token'

/** The control token, which an emulator asks for if it listens beyond its machine. */
export const token = signal(sessionStorage.getItem(TOKEN_KEY) ?? '')

export function saveToken(text: string) {
  sessionStorage.setItem(TOKEN_KEY, text)
  token.value = text
}

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(token.value && { authorization: `Bearer ${token.value}` }), ...init.headers }
  const response = await fetch(path, { ...init, headers }).catch(() => {
    throw new Refused('unreachable', 'The emulator does not answer.', 'Start it again; this page reconnects by itself.')
  })
  if (response.ok) return response
  const { error } = (await response.json()) as { error: { code: string; message: string; hint: string } }
  throw new Refused(error.code, error.message, error.hint)
}

export async function view<Result>(path: string): Promise<Result> {
  const { result } = (await (await request(path)).json()) as { result: Result }
  return result
}

/** Performs an action. A file is sent as a form, any other parameters as JSON. */
export async function perform(action: string, params: Record<string, unknown> = {}): Promise<unknown> {
  const { file, ...fields } = params
  const isForm = file instanceof File
  const body = isForm ? new FormData() : JSON.stringify(params)
  if (isForm && body instanceof FormData) {
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.append(name, String(value))
    body.append('file', file, file.name)
  }
  const headers: Record<string, string> = isForm ? {} : { 'content-type': 'application/json' }
  const response = await request(`actions/${action}`, { method: 'POST', headers, body })
  return ((await response.json()) as { result: unknown }).result
}

let catalogue: Promise<ActionDescription[]> | undefined

/** Returns all actions with their fields. Asks only once. */
export function actions(): Promise<ActionDescription[]> {
  catalogue ??= view('actions')
  return catalogue
}

/** Returns an address for the bytes of a file. An element cannot send a token, so the page then loads the bytes itself. */
export async function fileAddress(uniqueId: string): Promise<string> {
  const path = `files/${encodeURIComponent(uniqueId)}`
  return token.value ? URL.createObjectURL(await (await request(path)).blob()) : path
}

/** Yields the events after this one, until the connection ends. */
export async function* events(after: number): AsyncGenerator<EventView> {
  const { body } = await request(`events?after=${after}`)
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const messages = (text + value).split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const data = /^data: (.*)$/m.exec(message)?.[1]
      if (data !== undefined) yield JSON.parse(data) as EventView
    }
  }
}
