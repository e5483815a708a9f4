// What the state asks for outside of it: actions performed, views read, files, the clipboard.

import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Client } from '../../client/client.ts'
import { Problem } from '../../lib/problem.ts'
import type { Happened } from '../reduce/happened.ts'
import { nowOf } from '../state/clock.ts'
import type { HeldFile, Kept, Photo } from '../state/model.ts'
import { currentBot, openChat } from '../state/roster.ts'
import type { Effect, Expiring, Params, State } from '../state/state.ts'
import { nextSnapshot } from '../state/undo.ts'
import { kindOfFile, previewOf } from './local-files.ts'
import type { Recorder } from './recorder.ts'
import type { Sync } from './sync.ts'

export interface Surroundings {
  client: Client
  sync: Sync
  recorder: Recorder
  state(): State
  dispatch(happened: Happened): void
  /** Puts a text on the clipboard: done for certain, or only sent to the terminal, which may not take it. */
  copy(text: string): Promise<'copied' | 'sent'>
  /** Keeps who I was and where. */
  remember(who: { me: string | null; open: string | null }): void
  mouse(isOn: boolean): void
  redraw(): void
  suspend(): void
  quit(): void
}

/** What cannot be done is said on the screen. */
export async function runEffect(here: Surroundings, effect: Effect): Promise<void> {
  try {
    await carryOut(here, effect)
  } catch (error) {
    here.dispatch({ type: 'refused', from: 'key', ...explained(error) })
  }
}

async function carryOut(here: Surroundings, effect: Effect): Promise<void> {
  const { client, recorder, dispatch } = here
  switch (effect.do) {
    case 'perform':
      return performed(here, effect)
    case 'load':
      return here.sync.load(effect.what)
    case 'look-at-clock':
      return lookAtClock(here)
    case 'travel':
      return travel(here, effect)
    case 'preview':
      return preview(here, effect.files)
    case 'paths': {
      const { path } = effect
      const [paths, fileKind] = await Promise.all([pathsFrom(path), kindOfFile(atHome(path))])
      return dispatch({ type: 'paths', path, paths, fileKind })
    }
    case 'members': {
      const { chat } = effect
      // Whatever is no chat yet, as it is still being written, has no members.
      const list = await client.view('/chats/:chat/members', { chat }).catch(() => null)
      return list ? dispatch({ type: 'members', chat, list }) : undefined
    }
    case 'copy': {
      const says =
        (await here.copy(effect.text)) === 'copied' ? 'is copied.' : 'was sent to the terminal for its clipboard.'
      return dispatch({ type: 'said', text: `${effect.what} ${says}`, bad: false })
    }
    case 'record': {
      const action = 'what was recorded'
      const before = await keptBefore(here, action)
      await recorder.begin()
      if (before !== undefined) dispatch({ type: 'kept', action, before })
      return dispatch({ type: 'recording' })
    }
    case 'replay': {
      const { script, events } = recorder.now()
      return dispatch({ type: 'replayed', failures: await script.replay(events, editsIn(here)) })
    }
    case 'save':
      return saved(here, effect)
    case 'view-file':
      return openedBySystem(here, effect.file)
    case 'mouse':
      return here.mouse(effect.isOn)
    case 'remember':
      return here.remember(here.state())
    default:
      return here[effect.do]()
  }
}

const editsIn = ({ state }: Surroundings) => state().recording?.edits ?? {}

async function saved(here: Surroundings, { path, isOver, file }: Effect & { do: 'save' }) {
  const flag = isOver ? 'w' : 'wx'
  if (file) await writeFile(atHome(path), await here.client.file(file.id), { flag })
  else {
    await here.sync.caughtUp()
    const { script, events } = here.recorder.now()
    await script.save(events, atHome(path), flag, editsIn(here))
    here.recorder.end()
  }
  here.dispatch({ type: 'saved', path, isRecording: !file })
}

const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** In the program that this machine has for such files. */
async function openedBySystem({ client, dispatch }: Surroundings, { id, name }: HeldFile) {
  const path = join(await mkdtemp(join(tmpdir(), 'bot-emulator-')), basename(name))
  await writeFile(path, await client.file(id))
  const opener = OPENERS[process.platform] ?? 'xdg-open'
  const viewer = spawn(opener, [path], { detached: true, stdio: 'ignore' })
  await new Promise<void>((resolve, reject) => {
    viewer.once('spawn', resolve)
    viewer.once('error', () => reject(new Problem('no-viewer', `${opener} does not start.`, 's saves the file.')))
  })
  viewer.unref()
  dispatch({ type: 'said', text: `${name} was given to ${opener}.`, bad: false })
}

async function performed(here: Surroundings, { action, params, from, said }: Effect & { do: 'perform' }) {
  // That a chat was read is nothing to hear of.
  const isQuiet = action === 'read'
  try {
    const before = await keptBefore(here, action)
    const result: unknown = await here.client.perform(action, await withFile(params))
    if (before !== undefined) here.dispatch({ type: 'kept', action, before })
    if (isQuiet) here.sync.load('chats')
    else here.dispatch({ type: 'performed', action, from, result, ...(said !== undefined && { said }) })
  } catch (error) {
    if (isQuiet) return
    here.dispatch({ type: 'refused', from, ...explained(error), ...(from === 'key' && unsentOf(params)) })
  }
}

function unsentOf({ text, message_id, reply_to }: Params) {
  const numberOr = (id: unknown) => (typeof id === 'number' ? id : null)
  const about = { editing: numberOr(message_id), replyTo: numberOr(reply_to) }
  return typeof text === 'string' && { unsent: text, about }
}

/** What changes nothing that is seen, or is a step in time itself; what is recorded is undone as one. */
const NOT_KEPT = new Set(['read', 'snapshot', 'restore', 'redeliver'])

async function keptBefore({ client, state }: Surroundings, action: string): Promise<Kept | undefined> {
  if (NOT_KEPT.has(action) || state().recording) return undefined
  return client.perform('snapshot', { name: nextSnapshot(state()) })
}

const TAKEN = 'Another dashboard has kept its own world in place of the one to go to.'

async function travel({ client, dispatch }: Surroundings, { to, keep, restore, says }: Effect & { do: 'travel' }) {
  const { name, made_at } = restore
  const there = (await client.view('/snapshots')).find((one) => one.name === name)
  if (there?.made_at !== made_at) throw new Problem('kept-anew', TAKEN, 'What is done from now on can be undone.')
  const latest = keep === null ? null : await client.perform('snapshot', { name: keep })
  await client.perform('restore', { name })
  dispatch({ type: 'went', at: to, says, latest })
}

/** A file is named by its path here, and travels by its bytes. */
async function withFile(params: Readonly<Record<string, unknown>>) {
  const path = (params.file as { path?: string } | undefined)?.path
  if (path === undefined) return params
  return { ...params, file: { name: basename(path), bytes: await readFile(atHome(path)) } }
}

function explained(error: unknown): { message: string; hint: string } {
  if (error instanceof Problem) return { message: error.message, hint: error.hint }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return { message: 'There is such a file already.', hint: 'Enter again writes over it.' }
  if (code === 'ENOENT') return { message: 'There is no such file.', hint: 'Look at the path.' }
  return { message, hint: '' }
}

/** What ends by itself in the chat that is open, and for the bot at hand. */
async function lookAtClock({ client, dispatch, state }: Surroundings) {
  const now = nowOf(state())
  const chat = openChat(state())
  const bot = currentBot(state())
  const [members, limits] = await Promise.all([
    chat && chat.kind !== 'private' ? client.view('/chats/:chat/members', { chat: chat.handle }) : [],
    bot ? client.view('/bots/:bot/limits', { bot: bot.handle }) : [],
  ])
  const mutes = members.flatMap(({ user, until_date }): Expiring[] =>
    until_date ? [{ says: `until ${user.first_name} is free again`, at: until_date }] : [],
  )
  const full = limits
    .filter(({ free_in }) => free_in > 0)
    .map(({ limit, free_in }): Expiring => ({ says: `until ${limit.replaceAll('_', ' ')} is free`, at: now + free_in }))
  dispatch({ type: 'expiring', expiring: [...mutes, ...full] })
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
