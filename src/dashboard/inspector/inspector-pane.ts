// The inspector's pane: its title, its lines, and the steps of a recording.

import { windowAround } from '../panes/lists.ts'
import type { PaneView, Room } from '../panes/pane.ts'
import { inspectorDataKey, inspectorTextWidth } from '../state/layout.ts'
import { inspectedBot, openChat } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { type Line, textLines } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { faultLines, limitLines, memberLines, queueLines, snapshotLines, webhookLines } from './bot-lines.ts'
import { replayLines } from './replay-lines.ts'
import { subjectLines, subjectOf, subjectTitle } from './subject.ts'

export function stepLines({ recording }: State, room: number): Line[] {
  if (!recording) return textLines('No recording. Press R to start one.', room, 'dim')
  const { lines, edits, failures } = recording
  if (!lines.length) return textLines('Recording. Your actions appear here as steps.', room, 'dim')
  return lines.flatMap((line, step) => {
    const edit = edits[step]
    const failure = failures?.[step]
    const mark = failure !== undefined ? 'failed ' : failures && edit !== null ? 'ok ' : ''
    const text = edit === null ? `skipped: ${line}` : `${edit === undefined ? '' : 'edited: '}${edit ?? line}`
    const style = failure !== undefined ? 'bad' : edit === null ? 'dim' : edit === undefined ? 'plain' : 'warn'
    const [first, ...rest] = textLines(`${step + 1} ${mark}${text}`, room - 2, style)
    return [
      ...(first ? [first] : []),
      ...rest.map((more): Line => ({ ...more, indent: 2, isMore: true })),
      ...(failure === undefined ? [] : textLines(failure, room, 'reason', 4)).map((more) => ({
        ...more,
        isMore: true,
      })),
    ].map((one) => ({ ...one, value: step }))
  })
}

/** Returns undefined unless the inspector has the focus and shows the recording. */
export function selectedStep(state: State): number | undefined {
  const { view, line } = state.inspector
  if (view !== 'steps' || state.focus !== 'inspector') return undefined
  const lines = stepLines(state, inspectorTextWidth(state))
  const value = lines[Math.min(line, lines.length - 1)]?.value
  return typeof value === 'number' ? value : undefined
}

export function stepsTitle({ recording }: State): string {
  if (!recording) return 'recording'
  const { lines, edits, failures } = recording
  const out = Object.values(edits).filter((edit) => edit === null).length
  const failed = Object.keys(failures ?? {}).length
  return [
    `recording: ${lines.length} steps`,
    ...(out ? [`${out} skipped`] : []),
    ...(failures ? [failed ? `${failed} failed` : 'all passed'] : []),
  ].join(', ')
}

const NAMES = { limits: 'limits of', queue: 'pending updates of', webhook: 'webhook of', faults: 'faults of' } as const

export function inspectorTitle(state: State): string {
  const { view } = state.inspector
  if (view === 'chosen') return subjectTitle(subjectOf(state))
  if (view === 'steps') return stepsTitle(state)
  if (view === 'replay') return 'replay'
  if (view === 'snapshots') return 'snapshots of the world'
  if (view === 'members') return `members of ${openChat(state)?.title ?? 'no chat'}`
  return `${NAMES[view]} ${inspectedBot(state)?.first_name ?? 'no bot'}`
}

export function inspectorLines(state: State, room = inspectorTextWidth(state)): Line[] {
  const { view, panel, dataKey } = state.inspector
  if (view === 'chosen') return subjectLines(state, room)
  if (view === 'steps') return stepLines(state, room)
  if (view === 'replay') return replayLines(state, room)
  if (!panel || dataKey !== inspectorDataKey(state))
    return textLines(`loading ${signsOf(state.look).more}`, room, 'dim')
  if (view === 'members') return memberLines(room, panel.members)
  if (view === 'snapshots') return snapshotLines(state, room, panel.snapshots)
  if (view === 'queue') return queueLines(state, room, panel.updates)
  if (view === 'faults') return faultLines(room, panel.faults)
  const bot = inspectedBot(state)
  if (!bot) return textLines('No bots yet. Press + to create one.', room, 'dim')
  return view === 'limits' ? limitLines(state, room, bot.handle, panel.limits) : webhookLines(state, bot, room, panel)
}

export function selectedLine(state: State): Line | undefined {
  const lines = inspectorLines(state)
  return lines[Math.min(state.inspector.line, lines.length - 1)]
}

export function inspectorPane(state: State, { height }: Room, isFocused: boolean): PaneView {
  const lines = inspectorLines(state)
  const at = Math.min(state.inspector.line, lines.length - 1)
  const next = lines.findIndex(({ isMore }, i) => i > at && !isMore)
  const visible = windowAround(lines, at, height).map(({ item: { pieces, indent = 0, isMore = false }, i }): Line => {
    const isChosen = isFocused && (i === at || (isMore && i > at && (next < 0 || i < next)))
    const mark = isChosen && !isMore ? '> ' : '  '
    return { pieces: [[mark + ' '.repeat(indent)], ...pieces], target: { line: i }, isChosen }
  })
  return { title: inspectorTitle(state), lines: visible }
}
