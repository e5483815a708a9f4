// What the state asks for outside of it: actions performed, views read, files, the clipboard.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Client } from '../client/client.ts'
import { Problem } from '../lib/problem.ts'
import { previewOf } from './preview.ts'
import type { Recorder } from './recorder.ts'
import type { Happened } from './state/reducer.ts'
import type { Photo, State } from './state/state.ts'
import type { Effect } from './state/step.ts'
import type { Sync } from './sync.ts'

export interface Surroundings {
  client: Client
  sync: Sync
  recorder: Recorder
  state(): State
  dispatch(happened: Happened): void
  copy(text: string): void
  /** Keeps who I was and where. */
  remember(who: { me: string | null; open: string | null }): void
  redraw(): void
  suspend(): void
  quit(): void
}

export function runEffect(here: Surroundings, effect: Effect): unknown {
  switch (effect.do) {
    case 'perform':
      return performed(here, effect)
    case 'load':
      return here.sync.load(effect.what)
    case 'look-at-bot':
      return attempt(here, () => lookAtBot(here, effect.bot))
    case 'preview':
      return preview(here, effect.files)
    case 'paths':
      return pathsFrom(effect.path).then((paths) => here.dispatch({ type: 'paths', path: effect.path, paths }))
    case 'copy':
      return here.copy(effect.text)
    case 'record':
      return attempt(here, async () => {
        await here.recorder.begin()
        here.dispatch({ type: 'recording' })
      })
    case 'save':
      return attempt(here, async () => {
        await writeFile(atHome(effect.path), await here.recorder.end())
        here.dispatch({ type: 'saved', path: effect.path })
      })
    case 'remember':
      return here.remember(here.state())
    default:
      return here[effect.do]()
  }
}

async function performed(here: Surroundings, { action, params, from, said }: Effect & { do: 'perform' }) {
  // That a chat was read is nothing to hear of.
  const isQuiet = action === 'read'
  try {
    const result: unknown = await here.client.perform(action, await withFile(params))
    if (isQuiet) here.sync.load('chats')
    else here.dispatch({ type: 'performed', action, from, result, ...(said !== undefined && { said }) })
  } catch (error) {
    if (isQuiet) return
    const unsent = from === 'key' && typeof params.text === 'string' ? { unsent: params.text } : {}
    here.dispatch({ type: 'refused', from, ...explained(error), ...unsent })
  }
}

/** A file is named by its path here, and travels by its bytes. */
async function withFile(params: Readonly<Record<string, unknown>>) {
  const path = (params.file as { path?: string } | undefined)?.path
  if (path === undefined) return params
  const bytes = await readFile(atHome(path))
  return { ...params, file: { name: basename(path), base64: bytes.toString('base64') } }
}

async function attempt(here: Surroundings, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    here.dispatch({ type: 'refused', from: 'key', ...explained(error) })
  }
}

function explained(error: unknown): { message: string; hint: string } {
  if (error instanceof Problem) return { message: error.message, hint: error.hint }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return { message: 'There is no such file.', hint: 'Look at the path.' }
  return { message, hint: '' }
}

async function lookAtBot({ client, dispatch }: Surroundings, bot: string) {
  const [limits, updates, deliveries] = await Promise.all([
    client.view('/bots/:bot/limits', { bot }),
    client.view('/bots/:bot/updates', { bot }),
    client.view('/bots/:bot/deliveries', { bot }),
  ])
  dispatch({ type: 'bot-looked-at', bot, panel: { limits, updates, deliveries: deliveries.reverse() } })
}

async function preview({ client, dispatch }: Surroundings, files: readonly string[]) {
  const photos: Record<string, Photo | null> = {}
  for (const id of files) photos[id] = await client.file(id).then(previewOf, () => null)
  dispatch({ type: 'previewed', photos })
}

const MAX_PATHS = 200

/** Where a path that is being written could lead; folders end in a slash. */
async function pathsFrom(path: string): Promise<string[]> {
  const folder = path.endsWith('/') ? path : path.includes('/') ? `${dirname(path)}/`.replace('//', '/') : ''
  try {
    const entries = await readdir(atHome(folder) || '.', { withFileTypes: true })
    const shown = entries.filter((entry) => !entry.name.startsWith('.') || basename(path).startsWith('.'))
    const named = shown.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    return named.sort().slice(0, MAX_PATHS)
  } catch {
    return []
  }
}

const atHome = (path: string) => (path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path)
