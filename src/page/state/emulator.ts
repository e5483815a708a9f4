// The page's requests to the emulator: actions, views, files, events and recordings.

import { signal } from '@preact/signals'
import type { EventView } from '../../contract/events.ts'
import type { PageData } from '../../contract/page-data.ts'
import type { ActionDescription } from '../../contract/service.ts'

const element = document.querySelector<HTMLTemplateElement>('template#data')

/** The data embedded in a standalone page, such as a report; undefined in the page of a running emulator. */
export const data = element ? (JSON.parse(element.content.textContent ?? '') as PageData) : undefined

/** The world inside this page, if the page is a file that `export --html` wrote. */
const copy = data?.kind === 'world' ? data : undefined

/** True if `export --html` wrote this page. It then shows a saved world, which accepts no actions. */
export const isCopy = copy !== undefined

/**
 * An error that the emulator returned, or that the page reports because it has no emulator. The message
 * says what happened, the hint what to do.
 */
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

/** The control token that the user typed, or "". Only an emulator with --control-token asks for it. */
export const token = signal(data ? '' : (sessionStorage.getItem(TOKEN_KEY) ?? ''))

export function saveToken(text: string) {
  sessionStorage.setItem(TOKEN_KEY, text)
  token.value = text
}

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  if (copy) throw new Refused('copy', 'This page is a copy without an emulator.', 'Run: npx bot-emulator start')
  const headers = { ...(token.value && { authorization: `Bearer ${token.value}` }), ...init.headers }
  const response = await fetch(path, { ...init, headers }).catch(() => {
    throw new Refused('unreachable', 'The emulator does not answer.', 'Start it again; this page reconnects by itself.')
  })
  if (response.ok) return response
  const { error } = (await response.json()) as { error: { code: string; message: string; hint: string } }
  throw new Refused(error.code, error.message, error.hint)
}

const resultOf = async <Result>(response: Response) => ((await response.json()) as { result: Result }).result

export async function view<Result>(path: string): Promise<Result> {
  const [stored = ''] = path.split('?limit')
  if (copy && Object.hasOwn(copy.views, stored)) return copy.views[stored] as Result
  return resultOf(await request(path))
}

export async function post<Result>(path: string, params: object = {}): Promise<Result> {
  const headers = { 'content-type': 'application/json' }
  return resultOf(await request(path, { method: 'POST', headers, body: JSON.stringify(params) }))
}

/** Performs an action. Sends the parameters as a form if they include a file, else as JSON. */
export async function perform(action: string, params: Record<string, unknown> = {}): Promise<unknown> {
  const { file, ...fields } = params
  if (!(file instanceof File)) return post(`actions/${action}`, params)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.append(name, String(value))
  body.append('file', file, file.name)
  return resultOf(await request(`actions/${action}`, { method: 'POST', body }))
}

let catalogue: Promise<ActionDescription[]> | undefined

/** Returns all actions with their fields. Loads them from the emulator only once. */
export function actions(): Promise<ActionDescription[]> {
  catalogue ??= view('actions')
  return catalogue
}

const loadedFiles = new Map<string, Promise<string>>()

/** Returns a file's URL, or "" if a saved page lacks the file. An <img> cannot send a token, so it gets a blob URL. */
export async function fileAddress(uniqueId: string): Promise<string> {
  if (copy) return copy.files[uniqueId] ?? ''
  const path = `files/${encodeURIComponent(uniqueId)}`
  if (!token.value) return path
  const loaded = loadedFiles.get(uniqueId) ?? request(path).then(async (file) => URL.createObjectURL(await file.blob()))
  loadedFiles.set(uniqueId, loaded)
  return loaded
}

/** Yields the events with an id above `after`, until the connection ends. */
export async function* events(after: number): AsyncGenerator<EventView> {
  if (copy) {
    yield* copy.events
    await new Promise(() => {})
  }
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
