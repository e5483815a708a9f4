// Runs the effects that the dashboard's state requests: actions, views, files, the clipboard.

import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isOnlyShown, openWithSystem, SYSTEM_OPENER } from '../../../lib/open-with-system.ts'
import { errorText, Problem } from '../../../lib/problem.ts'
import { sniff } from '../../../service/media/sniff.ts'
import type { UndoSnapshot } from '../state/model.ts'
import type { Effect, Params } from '../state/state.ts'
import { isRecording, nextSnapshotName } from '../state/undo.ts'
import { truncate } from '../text/cells.ts'
import { loadDeadlines, loadOlder, loadPreviews } from './load-more.ts'
import type { Explorer } from './recorder.ts'
import type { Sync, Wiring } from './sync.ts'

export interface EffectContext extends Wiring {
  sync: Sync
  explorer?: Explorer | undefined
  /** Holds the function that stops the running exploration. */
  exploring: { stop?: () => void }
  /** Copies a text to the clipboard. Returns 'sent' if the terminal does not confirm the copy. */
  copy(text: string): Promise<'copied' | 'sent'>
  /** Saves the played person and the open chat, so that the next start of the dashboard restores them. */
  remember(who: { me: string | null; open: string | null }): void
  mouse(isOn: boolean): void
  redraw(): void
  suspend(): void
  quit(): void
}

type EffectOf<Do extends Effect['do']> = Effect & { do: Do }

const EFFECTS: { [Do in Effect['do']]: (context: EffectContext, effect: EffectOf<Do>) => unknown } = {
  perform: performAction,
  load: ({ sync }, { what }) => sync.load(what),
  'load-deadlines': loadDeadlines,
  'load-older': loadOlder,
  restore: restoreSnapshot,
  preview: loadPreviews,
  async paths({ dispatch }, { path }) {
    const content = await sniff(expandHome(path), path).catch(() => null)
    dispatch({
      type: 'paths',
      path,
      paths: await completePath(path),
      fileKind: content && (content.sentAs ?? 'document'),
    })
  },
  async members({ client, dispatch }, { chat }) {
    // The request for members fails while the chat's name is only partly typed; `who` then suggests all people.
    const list = await client.view('/chats/:chat/members', { chat }).catch(() => null)
    if (list) dispatch({ type: 'members', chat, list })
  },
  async copy({ copy, dispatch }, { text, what }) {
    const isCopied = (await copy(text)) === 'copied'
    const notice = isCopied ? `Copied ${what}.` : `Sent ${what} to the terminal's clipboard.`
    dispatch({ type: 'notice', text: notice, isError: false })
  },
  async record(context) {
    const action = 'the recording'
    const screen = context.state()
    const before = await takeSnapshot(context, nextSnapshotName(screen))
    await context.recorder.begin()
    context.dispatch({ type: 'snapshot', action, before, screen })
    context.dispatch({ type: 'recording' })
  },
  replay: replayRecording,
  explore,
  'stop-exploring': ({ exploring }) => exploring.stop?.(),
  'open-finding': openFinding,
  save: saveFile,
  'view-file': openWithSystemViewer,
  'open-page': openPage,
  mouse: ({ mouse }, { isOn }) => mouse(isOn),
  remember: ({ remember, state }) => remember(state()),
  redraw: ({ redraw }) => redraw(),
  suspend: ({ suspend }) => suspend(),
  quit: ({ quit }) => quit(),
}

export async function runEffect(context: EffectContext, effect: Effect): Promise<void> {
  try {
    const run = EFFECTS[effect.do] as (context: EffectContext, effect: Effect) => unknown
    await run(context, effect)
  } catch (error) {
    context.dispatch({ type: 'refused', from: 'key', ...describeError(error) })
  }
}

const recordedEdits = ({ state }: EffectContext) => state().recording?.edits ?? {}

async function replayRecording(context: EffectContext) {
  context.dispatch({ type: 'replayed', ...(await context.recorder.current().replay(recordedEdits(context))) })
}

async function explore({ explorer, exploring, dispatch, nowMs }: EffectContext, { seconds }: EffectOf<'explore'>) {
  const stop = new AbortController()
  exploring.stop = () => stop.abort()
  const startedMs = nowMs()
  let problem: string | undefined
  dispatch({ type: 'exploration', change: { seconds, startedMs, isRunning: true, problem, findings: [] } })
  try {
    await explorer?.explore(seconds, stop.signal, (finding) => dispatch({ type: 'finding', finding }))
  } catch (error) {
    problem = errorText(error)
  }
  const elapsed = Math.round((nowMs() - startedMs) / 1000)
  dispatch({ type: 'exploration', change: { seconds: elapsed, isRunning: false, problem } })
}

async function openFinding(context: EffectContext, { file }: EffectOf<'open-finding'>) {
  if (isRecording(context.state()))
    throw new Problem('recording', 'Your actions are being recorded.', 'Press R to save the recording first.')
  const script = await context.explorer!.open(file)
  context.recorder.open(script)
  context.dispatch({ type: 'recording', lines: await script.lines(), file })
  await replayRecording(context)
}

async function saveFile(context: EffectContext, { path, isOver, file }: EffectOf<'save'>) {
  const flag = isOver ? 'w' : 'wx'
  if (file) await writeFile(expandHome(path), await context.client.file(file.id), { flag })
  else {
    await context.recorder.current().save(expandHome(path), flag, recordedEdits(context))
    context.recorder.end()
  }
  context.dispatch({ type: 'saved', path, isRecording: !file })
}

async function openWithSystemViewer(
  { client, dispatch }: EffectContext,
  { file: { id, name } }: EffectOf<'view-file'>,
) {
  if (!isOnlyShown(name))
    throw new Problem(
      'not-shown',
      `${name} was not opened: it could be a program.`,
      'Press s to save the file instead.',
    )
  const path = join(await mkdtemp(join(tmpdir(), 'bot-emulator-')), basename(name))
  await writeFile(path, await client.file(id))
  if (!(await openWithSystem(path)))
    throw new Problem('no-viewer', `${SYSTEM_OPENER} does not start.`, 'Press s to save the file instead.')
  dispatch({ type: 'notice', text: `Opened ${name} with ${SYSTEM_OPENER}.`, isError: false })
}

async function openPage({ dispatch }: EffectContext, { address }: EffectOf<'open-page'>) {
  const isOpened = await openWithSystem(address)
  dispatch({ type: 'notice', text: isOpened ? `Opened ${address}` : `Open ${address} in a browser.`, isError: false })
}

async function performAction(context: EffectContext, effect: EffectOf<'perform'>) {
  const { action, params, from, successText } = effect
  // Opening a chat performs `read` without a command of the user, so its success and its failure are not shown.
  const isQuiet = action === 'read'
  try {
    const screen = context.state()
    const before = await takeUndoSnapshot(context, action)
    const result: unknown = await context.client.perform(action, await withFileContent(params))
    if (before !== undefined) context.dispatch({ type: 'snapshot', action: labelOf(action, params), before, screen })
    if (isQuiet) context.sync.load('chats')
    else context.dispatch({ type: 'performed', action, from, result, successText })
  } catch (error) {
    if (isQuiet) return
    context.dispatch({ type: 'refused', from, ...describeError(error), ...(from === 'key' && unsentText(params)) })
  }
}

function unsentText({ text, message_id, reply_to }: Params) {
  const numberOr = (id: unknown) => (typeof id === 'number' ? id : null)
  const about = { editing: numberOr(message_id), replyTo: numberOr(reply_to) }
  return typeof text === 'string' && { unsent: text, about }
}

const labelOf = (action: string, { text, button, key, title }: Params) => {
  const detail = [text, button, key, title].find((one) => typeof one === 'string')
  return detail === undefined ? action : `${action} "${truncate(String(detail), MAX_LABEL_CELLS)}"`
}

const MAX_LABEL_CELLS = 24

async function takeUndoSnapshot(context: EffectContext, action: string): Promise<UndoSnapshot | undefined> {
  const state = context.state()
  const isUndoable = state.actions.find(({ name }) => name === action)?.undoable
  return isUndoable && !isRecording(state) ? takeSnapshot(context, nextSnapshotName(state)) : undefined
}

async function takeSnapshot({ client, state }: EffectContext, name: string): Promise<UndoSnapshot> {
  const { clock } = state()
  const { made_at } = await client.perform('snapshot', { name })
  return { name, made_at, clockAhead: clock.frozen ? null : clock.now - clock.seenMs / 1000 }
}

async function restoreSnapshot(context: EffectContext, { to, keep, restore, toast }: EffectOf<'restore'>) {
  const { client, dispatch, state } = context
  const { name, made_at, clockAhead } = restore
  const current = (await client.view('/snapshots')).find((one) => one.name === name)
  const replaced = 'The world cannot be restored: another dashboard has replaced the snapshot taken before the action.'
  if (current?.made_at !== made_at) throw new Problem('kept-anew', replaced, 'You can still undo newer actions.')
  const latest = keep === null ? null : await takeSnapshot(context, keep)
  await client.perform('restore', { name })
  // Restoring also sets the clock back. A clock that was not frozen is then advanced by the time since the snapshot.
  if (clockAhead !== null)
    await client.perform('setClock', { at: state().nowMs / 1000 + clockAhead }).catch(() => undefined)
  dispatch({ type: 'restored', at: to, toast, latest })
}

async function withFileContent(params: Readonly<Record<string, unknown>>) {
  const path = (params.file as { path?: string } | undefined)?.path
  if (path === undefined) return params
  return { ...params, file: { name: basename(path), bytes: await readFile(expandHome(path)) } }
}

function describeError(error: unknown): { message: string; hint: string } {
  if (error instanceof Problem) return { message: error.message, hint: error.hint }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return { message: 'The file already exists.', hint: 'Press Enter again to overwrite it.' }
  if (code === 'ENOENT') return { message: 'The file or its folder does not exist.', hint: 'Check the path.' }
  return { message, hint: '' }
}

const MAX_PATHS = 200

async function completePath(path: string): Promise<string[]> {
  const folder = path.endsWith('/') ? path : path.includes('/') ? `${dirname(path)}/`.replace('//', '/') : ''
  const entries = await readdir(expandHome(folder) || '.', { withFileTypes: true }).catch(() => [])
  const visible = entries.filter((entry) => !entry.name.startsWith('.') || basename(path).startsWith('.'))
  const paths = visible.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
  return paths.sort().slice(0, MAX_PATHS)
}

const expandHome = (path: string) => (path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path)
