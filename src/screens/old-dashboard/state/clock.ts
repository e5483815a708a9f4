// The emulator's time, and the items of the clock overlay.

import { excerpt, serviceText } from '../../../control/describe/message.ts'
import { LIMITS } from '../../../service/rules/limits.ts'
import type { Deadline, MenuItem, Overlay, State } from './state.ts'

/** Returns Unix seconds. A clock that is not frozen advances with this machine's clock. */
export const emulatorTime = ({ clock, nowMs }: Pick<State, 'clock' | 'nowMs'>) =>
  clock.frozen ? clock.now : clock.now + (nowMs - clock.seenMs) / 1000

const JUMPS = [
  ['1 second', 1],
  ['10 seconds', 10],
  ['1 minute', 60],
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['3 days', 3 * 86_400],
] as const

const MAX_DEADLINES_PER_KIND = 3

function nextDeadlines(state: State): Deadline[] {
  const { conversation, traffic } = state
  const now = emulatorTime(state)
  const next = (all: readonly Deadline[]) => all.filter(({ at }) => at > now).slice(0, MAX_DEADLINES_PER_KIND)
  const edits = conversation.messages.flatMap((message): Deadline[] => {
    if (!message.author.is_bot || serviceText(message) !== undefined) return []
    const at = message.date + LIMITS.editWindowSeconds + 1
    return [{ label: `until message ${message.message_id} can no longer be edited: ${excerpt(message)}`, at }]
  })
  const updates = traffic.flatMap((entry): Deadline[] => {
    if (entry.kind !== 'update' || entry.isUndone || (entry.state !== 'pending' && entry.state !== 'handed out'))
      return []
    const at = Math.floor(entry.at) + LIMITS.updateLifetimeSeconds + 1
    return [{ label: `until update ${entry.updateId} for ${entry.bot} expires`, at }]
  })
  return [...next(edits), ...next(updates)]
}

/** Returns the menu's items: freeze or resume, a jump to each deadline (soonest first), and jumps by fixed times. */
export function clockItems(state: State, { deadlines }: Overlay & { kind: 'clock' }): readonly MenuItem[] {
  const now = emulatorTime(state)
  return [
    state.clock.frozen
      ? { label: 'resume', action: 'resumeClock', params: {} }
      : { label: 'freeze', action: 'freezeClock', params: {} },
    ...[...deadlines, ...nextDeadlines(state)]
      .filter(({ at }) => at > now)
      .sort((a, b) => a.at - b.at)
      .map(({ label, at }): MenuItem => ({ label, action: 'setClock', params: { at } })),
    ...JUMPS.map(
      ([says, seconds]): MenuItem => ({ label: `jump ${says}`, action: 'advanceClock', params: { seconds } }),
    ),
  ]
}
