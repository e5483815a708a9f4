// The emulator's clock, and what can be done to it.

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

const jumpTo = ({ says, at }: Expiring): MenuItem => ({ says, action: 'setClock', params: { at } })

/** The first is what is wanted most; what ends by itself comes next, the nearest first. */
export function clockItems(state: State, { expiring }: Overlay & { kind: 'clock' }): readonly MenuItem[] {
  const now = nowOf(state)
  return [
    state.clock.frozen
      ? { says: 'let it run', action: 'resumeClock', params: {} }
      : { says: 'freeze', action: 'freezeClock', params: {} },
    ...expiring
      .filter(({ at }) => at > now)
      .sort((a, b) => a.at - b.at)
      .map(jumpTo),
    ...JUMPS.map(
      ([says, seconds]): MenuItem => ({ says: `jump ${says}`, action: 'advanceClock', params: { seconds } }),
    ),
  ]
}
