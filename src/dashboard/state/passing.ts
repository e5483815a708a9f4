// What time alone changes on the screen.

import { minuteOf } from '../text/when.ts'
import { upTo } from './chart.ts'
import { nowOf } from './clock.ts'
import { doing } from './doing.ts'
import { inspectorSource } from './layout.ts'
import { headerBots, inspectedBot } from './roster.ts'
import { type State, topOf } from './state.ts'

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
export const isFilling = (state: State): boolean =>
  inspectorSource(state) !== null && (state.inspector.panel?.limits.some(({ used }) => used > 0) ?? false)
