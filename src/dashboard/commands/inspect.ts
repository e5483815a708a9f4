// The inspector: what it shows, its lines and what can be done to each.

import { lineAtHand } from '../inspector/inspector-lines.ts'
import { subjectAtHand, subjectOf, wholeOf } from '../inspector/subject.ts'
import { memberMenu, menu } from '../state/overlays.ts'
import { inspectedBot } from '../state/roster.ts'
import { type Inspector, type State, VIEWS } from '../state/state.ts'
import { keptForUndo } from '../state/undo.ts'
import { copied, perform, withInspector } from '../state/with.ts'
import { replay } from './record.ts'

function looking(state: State, view: Inspector['view']): State {
  const from = state.focus === 'inspector' ? state.inspector.from : state.focus
  return { ...withInspector(state, { view, line: 0, from }), focus: 'inspector', find: null, overlays: [] }
}

export const inspect = (state: State): State => looking(state, 'chosen')
export const limits = (state: State): State => looking(state, 'limits')
export const queue = (state: State): State => looking(state, 'queue')
export const webhook = (state: State): State => looking(state, 'webhook')
export const faults = (state: State): State => looking(state, 'faults')
export const members = (state: State): State => looking(state, 'members')
export const snapshots = (state: State): State => looking(state, 'snapshots')
export const steps = (state: State): State => looking(state, 'steps')
export const toInspector = (state: State): State => looking(state, state.inspector.view)

function besides(state: State, by: number): State {
  const at = VIEWS.indexOf(state.inspector.view) + by
  return looking(state, VIEWS[(at + VIEWS.length) % VIEWS.length] ?? 'chosen')
}

export const previousView = (state: State): State => besides(state, -1)
export const nextView = (state: State): State => besides(state, 1)

export const leaveInspector = (state: State): State => ({ ...state, focus: state.inspector.from, isZoomed: false })

export const zoom = (state: State): State => ({ ...state, isZoomed: !state.isZoomed })

export function nextBot(state: State): State {
  const at = state.bots.findIndex(({ handle }) => handle === inspectedBot(state)?.handle)
  const bot = state.bots[(at + 1) % state.bots.length]?.handle ?? null
  return withInspector(state, { bot, line: 0 })
}

/** Opens a fold or closes it; of a member or a snapshot it says what can be done. */
export function turn(state: State): State {
  const { view, turned, panel } = state.inspector
  if (view === 'steps') return replay(state)
  const line = lineAtHand(state)
  if (!line) return state
  const member = panel?.members.find((one) => one === line.value)
  if (member) return memberMenu(state, member.handle, member.user.first_name)
  const snapshot = panel?.snapshots.find((one) => one === line.value)
  if (snapshot) {
    const { name } = snapshot
    return menu(state, `snapshot ${keptForUndo(state, name) ?? name}`, [
      { says: 'put the world back', action: 'restore', params: { name } },
    ])
  }
  const { fold } = line
  if (fold === undefined) return state
  const after = turned.includes(fold) ? turned.filter((one) => one !== fold) : [...turned, fold]
  return withInspector(state, { turned: after })
}

/** Of the inspector's views the line at hand; else what is chosen, or what a program needs to be the bot. */
export function copy(state: State): State {
  const { focus, inspector } = state
  const subject = subjectOf(state)
  const isView = focus === 'inspector' && inspector.view !== 'chosen'
  const isChosen = subject && (focus === 'inspector' || subject.kind !== 'chat')
  const value = isView ? lineAtHand(state)?.value : isChosen ? wholeOf(subject) : undefined
  if (value === undefined) return copyConnection(state)
  return copied(state, typeof value === 'string' ? value : JSON.stringify(value, null, 2), 'The JSON')
}

/** As it is written before a command. */
function copyConnection(state: State): State {
  const bot = inspectedBot(state)
  if (!bot) return state
  return copied(state, `BOT_API_URL=${state.url} BOT_TOKEN=${bot.token}`, 'What a program needs')
}

/** An update goes to the webhook once more, whether it is a line of the traffic, a delivery, or one that waits. */
export function redeliver(state: State): State {
  const isInspected = state.focus === 'inspector'
  const { panel } = state.inspector
  const subject = subjectAtHand(state)
  const entry = subject?.kind === 'entry' && subject.entry.kind === 'update' ? subject.entry : undefined
  const value = isInspected ? lineAtHand(state)?.value : undefined
  const update = [...(panel?.deliveries ?? []), ...(panel?.updates ?? [])].find((one) => one === value)
  const bot = update ? inspectedBot(state)?.handle : entry?.bot
  const update_id = update?.update_id ?? entry?.updateId
  if (!bot || update_id === undefined) return state
  return perform(state, 'redeliver', { bot, update_id }, 'redelivered')
}
