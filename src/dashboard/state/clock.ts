// The emulator's clock, and what can be done to it.

import { excerpt, serviceText } from '../../describe/message.ts'
import { LIMITS } from '../../spec/limits.ts'
import type { Expiring, MenuItem, Overlay, State } from './state.ts'

/** In Unix seconds. */
export const nowOf = ({ clock, nowMs }: Pick<State, 'clock' | 'nowMs'>) =>
  clock.frozen ? clock.now : clock.now + (nowMs - clock.seenMs) / 1000

const JUMPS = [
  ['1 second', 1],
  ['10 seconds', 10],
  ['1 minute', 60],
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['3 days', 3 * 86_400],
] as const

/** Of each kind. */
const MAX_ENDINGS = 3

/** What the service ends by itself, a moment after its time: what a bot may still edit, and updates that wait. */
function endingsOf(state: State): Expiring[] {
  const { talk, traffic } = state
  const now = nowOf(state)
  const next = (all: readonly Expiring[]) => all.filter(({ at }) => at > now).slice(0, MAX_ENDINGS)
  const edits = talk.messages.flatMap((message): Expiring[] => {
    if (!message.author.is_bot || serviceText(message) !== undefined) return []
    const at = message.date + LIMITS.editWindowSeconds + 1
    return [{ says: `until message ${message.message_id} cannot be edited: ${excerpt(message)}`, at }]
  })
  const updates = traffic.flatMap((entry): Expiring[] => {
    if (entry.kind !== 'update' || (entry.state !== 'waits' && entry.state !== 'handed out')) return []
    const at = Math.floor(entry.at) + LIMITS.updateLifetimeSeconds + 1
    return [{ says: `until update ${entry.updateId} for ${entry.bot} is lost`, at }]
  })
  return [...next(edits), ...next(updates)]
}

const jumpTo = ({ says, at }: Expiring): MenuItem => ({ says, action: 'setClock', params: { at } })

/** The first is what is wanted most; what ends by itself comes next, the nearest first. */
export function clockItems(state: State, { expiring }: Overlay & { kind: 'clock' }): readonly MenuItem[] {
  const now = nowOf(state)
  return [
    state.clock.frozen
      ? { says: 'let it run', action: 'resumeClock', params: {} }
      : { says: 'freeze', action: 'freezeClock', params: {} },
    ...[...expiring, ...endingsOf(state)]
      .filter(({ at }) => at > now)
      .sort((a, b) => a.at - b.at)
      .map(jumpTo),
    ...JUMPS.map(
      ([says, seconds]): MenuItem => ({ says: `jump ${says}`, action: 'advanceClock', params: { seconds } }),
    ),
  ]
}
