// What the inspector says, line by line, and how it is called.

import { inspectorRoom, inspectorSource } from '../state/layout.ts'
import { inspectedBot, openChatNow } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { type Line, textLines } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { limitLines } from './limit-lines.ts'
import { faultLines, memberLines, queueLines, snapshotLines, webhookLines } from './panel-lines.ts'
import { stepLines, stepsTitle } from './step-lines.ts'
import { subjectLines, subjectOf, subjectTitle } from './subject.ts'

const NAMES = {
  limits: 'limits of',
  queue: 'updates that wait for',
  webhook: 'webhook of',
  faults: 'faults of',
} as const

export function inspectorTitle(state: State): string {
  const { view } = state.inspector
  if (view === 'chosen') return subjectTitle(subjectOf(state))
  if (view === 'steps') return stepsTitle(state)
  if (view === 'snapshots') return 'snapshots of the world'
  if (view === 'members') return `members of ${openChatNow(state)?.title ?? 'no chat'}`
  return `${NAMES[view]} ${inspectedBot(state)?.first_name ?? 'no bot'}`
}

export function inspectorLines(state: State, room = inspectorRoom(state)): Line[] {
  const { view, panel, source } = state.inspector
  if (view === 'chosen') return subjectLines(state, room)
  if (view === 'steps') return stepLines(state, room)
  if (!panel || source !== inspectorSource(state)) return textLines(`reading ${signsOf(state.look).more}`, room, 'dim')
  if (view === 'members') return memberLines(room, panel.members)
  if (view === 'snapshots') return snapshotLines(state, room, panel.snapshots)
  if (view === 'queue') return queueLines(state, room, panel.updates)
  if (view === 'faults') return faultLines(room, panel.faults)
  const bot = inspectedBot(state)
  if (!bot) return textLines('There is no bot yet; + makes one.', room, 'dim')
  return view === 'limits' ? limitLines(state, room, bot.handle, panel.limits) : webhookLines(state, bot, room, panel)
}

/** The line at hand, which may be behind the end of those that are left. */
export function lineAtHand(state: State): Line | undefined {
  const lines = inspectorLines(state)
  return lines[Math.min(state.inspector.line, lines.length - 1)]
}
