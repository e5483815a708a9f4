// Time passing: old messages to the user expire, and shown limits are read again.

import { inspectorSource } from '../state/layout.ts'
import type { State } from '../state/state.ts'
import { withEffects } from '../state/with.ts'

/** Whether limits are shown that become free again. */
const isFilling = (state: State): boolean =>
  inspectorSource(state) !== null && (state.inspector.panel?.limits.some(({ used }) => used > 0) ?? false)

export function ticked(state: State, nowMs: number): State {
  const toast = state.toast && state.toast.untilMs > nowMs ? state.toast : null
  const isNewSecond = Math.floor(nowMs / 1000) > Math.floor(state.nowMs / 1000)
  const after = { ...state, nowMs, toast }
  return isFilling(state) && isNewSecond ? withEffects(after, { do: 'load', what: 'panel' }) : after
}
