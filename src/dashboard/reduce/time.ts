// Time going by: what it changes, and whether any of that is seen.

import { nowOf } from '../state/clock.ts'
import { inspectorSource } from '../state/layout.ts'
import { topOf } from '../state/overlays.ts'
import { headerBots, inspectedBot } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { withEffects } from '../state/with.ts'
import { minuteOf } from '../text/when.ts'
import { upTo } from '../traffic/counts.ts'
import { doing } from '../traffic/program.ts'

/** Whether some time that has gone by has changed nothing that is seen. */
export const looksAlike = (before: State, after: State): boolean =>
  before.toast === after.toast && JSON.stringify(timedOf(before)) === JSON.stringify(timedOf(after))

function timedOf(state: State) {
  const now = nowOf(state)
  const hasSeconds = topOf(state)?.kind === 'clock' || isFilling(state)
  return [
    hasSeconds ? Math.floor(now) : minuteOf(now),
    [...headerBots(state), inspectedBot(state)].map((bot) => bot && doing(state, bot)),
    upTo(state.chart, state.nowMs).calls,
  ]
}

/** Whether limits are shown that become free again. */
const isFilling = (state: State): boolean =>
  inspectorSource(state) !== null && (state.inspector.panel?.limits.some(({ used }) => used > 0) ?? false)

export function ticked(state: State, nowMs: number): State {
  const toast = state.toast && state.toast.untilMs > nowMs ? state.toast : null
  const isNewSecond = Math.floor(nowMs / 1000) > Math.floor(state.nowMs / 1000)
  const after = { ...state, nowMs, toast }
  return isFilling(state) && isNewSecond ? withEffects(after, { do: 'load', what: 'panel' }) : after
}
