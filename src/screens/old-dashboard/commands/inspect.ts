// Commands of the inspector: its views, and the actions on its lines.

import type { MemberView } from '../../../control/contract/people.ts'
import type { SnapshotView } from '../../../control/contract/service.ts'
import { formatSpan } from '../../../lib/time-text.ts'
import { selectedLine, VIEWS } from '../inspector/inspector-pane.ts'
import { focusedSubject, subjectOf, valueToCopy } from '../inspector/subject.ts'
import {
  copyText,
  openMemberMenu,
  openMenu,
  requestAction,
  toggle,
  withEffects,
  withInspector,
} from '../state/change.ts'
import { inspectedBot } from '../state/roster.ts'
import type { Finding, Inspector, State } from '../state/state.ts'
import { undoSnapshotLabel } from '../state/undo.ts'
import { selectedEntry } from '../traffic/entries.ts'
import { startCommand } from '../traffic/program.ts'
import { command, inPalette } from './command.ts'
import { replay } from './record.ts'

export function openInspector(state: State, view: Inspector['view']): State {
  const from = state.focus === 'inspector' ? state.inspector.previousFocus : state.focus
  return {
    ...withInspector(state, { view, line: 0, previousFocus: from }),
    focus: 'inspector',
    find: null,
    overlays: [],
  }
}

export const inspect = (state: State): State => openInspector(state, 'chosen')
export const toInspector = (state: State): State => openInspector(state, state.inspector.view)

const stepView = (by: number) => (state: State) => {
  const views = Object.keys(VIEWS) as Inspector['view'][]
  const at = views.indexOf(state.inspector.view) + by
  return openInspector(state, views[(at + views.length) % views.length] ?? 'chosen')
}

export const leaveInspector = (state: State): State => ({
  ...state,
  focus: state.inspector.previousFocus,
  isZoomed: false,
})

function nextBot(state: State): State {
  const at = state.bots.findIndex(({ handle }) => handle === inspectedBot(state)?.handle)
  const bot = state.bots[(at + 1) % state.bots.length]?.handle ?? null
  return withInspector(state, { bot, line: 0 })
}

const BUDGET_SECONDS = [60, 10, 300, 1800]

const MENUS: Partial<Record<Inspector['view'], (state: State, value: unknown) => State>> = {
  members(state, value) {
    const { handle, user } = value as MemberView
    return openMemberMenu(state, handle, user.first_name)
  },
  snapshots(state, value) {
    const { name } = value as SnapshotView
    const restore = { label: 'restore this snapshot', action: 'restore', params: { name } }
    return openMenu(state, `snapshot ${undoSnapshotLabel(state, name) ?? name}`, [restore])
  },
  explore(state, value) {
    if (value !== 'menu') return withEffects(state, { do: 'open-finding', file: (value as Finding).file })
    if (state.exploration?.isRunning)
      return openMenu(state, 'explore', [{ label: 'stop exploring', action: 'stop-exploring', params: {} }])
    const budgets = BUDGET_SECONDS.map((seconds) => ({
      label: `explore for ${formatSpan(seconds)}`,
      action: 'explore',
      params: { seconds },
    }))
    return openMenu(state, 'explore', budgets)
  },
}

export function actOnLine(state: State): State {
  const { view, toggledFolds } = state.inspector
  if (view === 'steps') return replay(state)
  const line = selectedLine(state)
  if (!line) return state
  const menu = line.value === undefined ? undefined : MENUS[view]
  if (menu) return menu(state, line.value)
  return line.fold === undefined ? state : withInspector(state, { toggledFolds: toggle(toggledFolds, line.fold) })
}

/** Copies the JSON of the selected item. If no item is selected, copies the command that starts the inspected bot. */
function copy(state: State): State {
  const { focus, inspector } = state
  const subject = subjectOf(state)
  const isView = focus === 'inspector' && inspector.view !== 'chosen'
  const isChosen = subject && (focus === 'inspector' || subject.kind !== 'chat')
  const value = isView ? selectedLine(state)?.value : isChosen ? valueToCopy(subject) : undefined
  if (value === undefined) return copyStartCommand(state)
  return copyText(state, typeof value === 'string' ? value : JSON.stringify(value, null, 2), 'the JSON')
}

function copyStartCommand(state: State): State {
  const bot = inspectedBot(state)
  if (!bot) return state
  return copyText(state, startCommand(state, bot), `the command that starts ${bot.first_name}`)
}

export function redeliver(state: State): State {
  const subject = focusedSubject(state)
  const entry =
    subject?.kind === 'entry' && subject.entry.kind === 'update' && !subject.entry.isUndone ? subject.entry : undefined
  const isListed = state.focus === 'inspector' && ['queue', 'webhook'].includes(state.inspector.view)
  const listed = isListed ? (selectedLine(state)?.value as { update_id: number } | undefined) : undefined
  const bot = listed ? inspectedBot(state)?.handle : entry?.bot
  const update_id = listed?.update_id ?? entry?.updateId
  if (!bot || update_id === undefined) return state
  return requestAction(state, 'redeliver', { bot, update_id }, 'Redelivered the update.')
}

export const redeliverHint = (state: State) => {
  if (!inspectedBot(state)?.profile?.webhook.url) return null
  if (state.focus === 'inspector') return state.inspector.view === 'webhook' ? 'redeliver' : null
  return selectedEntry(state)?.kind === 'update' ? 'redeliver' : null
}

const actHint = (state: State) => {
  const { view } = state.inspector
  const line = selectedLine(state)
  if (view === 'steps') return state.recording?.lines.length ? 'replay' : null
  if (MENUS[view]) return line?.value ? (view === 'explore' ? 'open' : 'open a menu') : null
  return line?.fold === undefined ? null : 'unfold or fold'
}

const VIEW_COMMANDS = Object.entries(VIEWS).flatMap(([view, { command: declared }]) => {
  if (!declared) return []
  const [key, description, palette, hintRank] = declared
  const show = (state: State) => openInspector(state, view as Inspector['view'])
  return [[view, inPalette(palette, command({ browse: key }, description, show, hintRank))] as const]
})

export const inspectorCommands = {
  actOnLine: command({ inspector: 'enter space' }, 'fold or unfold the line, or open its menu', actOnLine, 1, actHint),
  previousView: command({ inspector: 'left h' }, 'previous view', stepView(-1)),
  nextView: command({ inspector: 'right l' }, 'next view', stepView(1), 3),
  nextBot: command({ inspector: 'b' }, 'next bot', nextBot, 4, ({ bots }) => (bots.length > 1 ? 'next bot' : null)),
  leaveInspector: command({ inspector: 'o q' }, 'back to the previous pane', leaveInspector),
  copy: command({ browse: 'y' }, 'copy the JSON, or the command that starts the bot', copy),
  copyStartCommand: command({ first: 'y' }, 'copy the command that starts your bot', copyStartCommand, 1, () => 'copy'),
  ...Object.fromEntries(VIEW_COMMANDS),
  toInspector: command({ browse: '4', anywhere: 'alt-4' }, 'inspector', toInspector),
  zoom: command({ browse: 'z' }, 'show the pane on the whole screen, or all panes', (state) => ({
    ...state,
    isZoomed: !state.isZoomed,
  })),
}
