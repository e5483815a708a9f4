// Commands of the inspector: its views, and the actions on its lines.

import { selectedLine } from '../inspector/inspector-pane.ts'
import { focusedSubject, subjectOf, valueToCopy } from '../inspector/subject.ts'
import { copyText, openMemberMenu, openMenu, requestAction, withInspector } from '../state/change.ts'
import { startCommand } from '../state/first-steps.ts'
import { inspectedBot } from '../state/roster.ts'
import { type Inspector, type State, VIEWS } from '../state/state.ts'
import { undoSnapshotLabel } from '../state/undo.ts'
import { selectedEntry } from '../traffic/entries.ts'
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

function stepView(state: State, by: number): State {
  const at = VIEWS.indexOf(state.inspector.view) + by
  return openInspector(state, VIEWS[(at + VIEWS.length) % VIEWS.length] ?? 'chosen')
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

export function actOnLine(state: State): State {
  const { view, toggledFolds, panel } = state.inspector
  if (view === 'steps') return replay(state)
  const line = selectedLine(state)
  if (!line) return state
  const member = panel?.members.find((one) => one === line.value)
  if (member) return openMemberMenu(state, member.handle, member.user.first_name)
  const snapshot = panel?.snapshots.find((one) => one === line.value)
  if (snapshot) {
    const { name } = snapshot
    return openMenu(state, `snapshot ${undoSnapshotLabel(state, name) ?? name}`, [
      { label: 'restore this snapshot', action: 'restore', params: { name } },
    ])
  }
  const { fold } = line
  if (fold === undefined) return state
  const after = toggledFolds.includes(fold) ? toggledFolds.filter((one) => one !== fold) : [...toggledFolds, fold]
  return withInspector(state, { toggledFolds: after })
}

/** Copies the JSON of the selection, else the command that starts the inspected bot. */
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
  const isInspected = state.focus === 'inspector'
  const { panel } = state.inspector
  const subject = focusedSubject(state)
  const entry =
    subject?.kind === 'entry' && subject.entry.kind === 'update' && !subject.entry.isUndone ? subject.entry : undefined
  const value = isInspected ? selectedLine(state)?.value : undefined
  const update = [...(panel?.deliveries ?? []), ...(panel?.updates ?? [])].find((one) => one === value)
  const bot = update ? inspectedBot(state)?.handle : entry?.bot
  const update_id = update?.update_id ?? entry?.updateId
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
  if (view === 'members' || view === 'snapshots') return line?.value ? 'open a menu' : null
  return line?.fold === undefined ? null : 'unfold or fold'
}

const show = (key: string, view: Inspector['view'], description: string, palette: string, hint?: number) =>
  inPalette(
    palette,
    command({ browse: key }, description, (state) => openInspector(state, view), hint),
  )

export const inspectorCommands = {
  actOnLine: command({ inspector: 'enter space' }, 'fold, unfold, or open a menu', actOnLine, 1, actHint),
  previousView: command({ inspector: 'left h' }, 'previous view', (state) => stepView(state, -1)),
  nextView: command({ inspector: 'right l' }, 'next view', (state) => stepView(state, 1), 3),
  nextBot: command({ inspector: 'b' }, 'next bot', nextBot, 4, ({ bots }) => (bots.length > 1 ? 'next bot' : null)),
  leaveInspector: command({ inspector: 'o q' }, 'back to the previous pane', leaveInspector),
  copy: command({ browse: 'y' }, 'copy the JSON, or the command that starts the bot', copy),
  copyStartCommand: command({ first: 'y' }, 'copy the command that starts your bot', copyStartCommand, 1, () => 'copy'),
  limits: show('L', 'limits', 'limits', "Shows a bot's limits, and the seconds until they are free.", 12),
  queue: show('u', 'queue', 'update queue', "Shows a bot's pending updates."),
  webhook: show('W', 'webhook', 'webhook', "Shows a bot's webhook and its deliveries."),
  faults: show('F', 'faults', 'injected faults', 'Shows the injected faults, and how often each one happened.'),
  members: show(
    'P',
    'members',
    'members, rights and mutes',
    'Shows the members of the open chat, with their rights and mutes.',
  ),
  snapshots: show('S', 'snapshots', 'snapshots of the world', 'Shows the snapshots of the world, and restores one.'),
  steps: show('T', 'steps', 'recorded steps', 'Shows the recorded steps, to edit, skip or replay them.'),
  toInspector: command({ browse: '4', anywhere: 'alt-4' }, 'inspector', toInspector),
  zoom: command({ browse: 'z' }, 'zoom the pane to the whole screen, or back', (state) => ({
    ...state,
    isZoomed: !state.isZoomed,
  })),
}
