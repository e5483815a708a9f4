// The model of the emulator that serves this page, or of a saved world.

import { signal } from '@preact/signals'
import type { Client } from '../../control/client/client.ts'
import { createClient } from '../../control/client/create-client.ts'
import { httpClient } from '../../control/client/http-client.ts'
import { CONTROL_PATH } from '../../control/contract/addresses.ts'
import type { PageData, WorldPage } from '../../control/contract/page-data.ts'
import { Problem } from '../../lib/problem.ts'
import { createModel } from '../model/model.ts'

const element = document.querySelector<HTMLTemplateElement>('template#data')

/** The data embedded in a standalone page, such as a report; undefined in the page of a running emulator. */
export const data = element ? (JSON.parse(element.content.textContent ?? '') as PageData) : undefined

/** The world inside this page, if the page is a file that `export --html` wrote. */
const copy = data?.kind === 'world' ? data : undefined

/** True if `export --html` wrote this page. It then shows a saved world, which accepts no actions. */
export const isCopy = copy !== undefined

const TOKEN_KEY = 'bot-emulator-control-token'

/** The control token that the user typed, or "". Only an emulator with --control-token asks for it. */
export const token = signal(data ? '' : (sessionStorage.getItem(TOKEN_KEY) ?? ''))

export function saveToken(text: string) {
  sessionStorage.setItem(TOKEN_KEY, text)
  token.value = text
  model.reconnect()
}

export const client: Client = data
  ? copiedClient(copy ?? { views: {}, events: [] })
  : httpClient(location.href.split(CONTROL_PATH)[0] ?? '', { token: () => token.value || undefined })

function copiedClient({ views, events }: Pick<WorldPage, 'views' | 'events'>): Client {
  const refuse = async () => {
    throw new Problem('copy', 'This page is a copy without an emulator.', 'Run: npx bot-emulator start')
  }
  async function get<Result>(path: string, query: Readonly<Record<string, string>> = {}) {
    const view = decodeURIComponent(path.slice(1))
    const found = Object.hasOwn(views, view) ? (views[view] as Result) : await refuse()
    // The copy contains whole chats, so nothing comes before their first message.
    return query.before ? { ...found, messages: [] } : found
  }
  async function* stored() {
    yield* events
    await new Promise(() => {})
  }
  return createClient({ get, post: refuse, events: stored, file: refuse })
}

/** The actions that destroy something, with the text after which the page offers to undo them. */
export const DONE_TEXTS: Readonly<Record<string, string>> = {
  delete: 'The message was deleted.',
  leave: 'You left the chat.',
  ban: 'The member was banned.',
  restore: 'The snapshot was restored.',
  reset: 'The world was reset.',
  clearWorld: 'The world was cleared.',
}

export const model = createModel(client, {
  undo: (action) => action in DONE_TEXTS,
  nowMs: () => performance.now(),
})

const loadedFiles = new Map<string, Promise<string>>()

/** Returns a file's URL, or "" if a saved page lacks the file. An <img> cannot send a token, so it gets a blob URL. */
export async function fileAddress(uniqueId: string): Promise<string> {
  if (copy) return copy.files[uniqueId] ?? ''
  if (!token.value) return `files/${encodeURIComponent(uniqueId)}`
  const loaded =
    loadedFiles.get(uniqueId) ?? client.file(uniqueId).then((bytes) => URL.createObjectURL(new Blob([bytes])))
  loadedFiles.set(uniqueId, loaded)
  return loaded
}
