// Timers that may be timeouts of polls: the polls are renewed, so that the other timers count as due.

import { expect, it } from 'vitest'
import { createFollowers } from '../../../src/control/clock/followers.ts'
import { createTimePlayer } from '../../../src/control/clock/play-time.ts'
import { createClock } from '../../../src/lib/clock.ts'

/** Follows the clock with one held timer for each poll. A timer in `others` was set in the same turn as a poll. */
function follow() {
  const clock = createClock()
  const followers = createFollowers(clock)
  const bot = { others: 0, renewals: 0 }
  const dueMs = clock.ms() + 3_600_000
  followers.add({ pid: 1, runtime: 'x', skips: false, runsAhead: false }, ({ lease, ask }) => {
    if (!ask) return
    const report = { lease, ask, timers: 1, polls: 1, held: 1 + bot.others }
    setImmediate(() => followers.report({ ...report, due_ms: bot.others ? null : dueMs }))
  })
  const player = createTimePlayer(clock, followers, {
    closing: new AbortController().signal,
    isBusy: () => false,
    holdCalls() {},
    openPolls: () => 1,
    renewPolls() {
      bot.renewals++
      bot.others = 0
    },
    lastEvent: () => 0,
    activities: () => 0,
    subscribe: () => () => {},
    dueMoments: () => [],
    onMoved: () => {},
  })
  return { bot, dueMs, player }
}

it('renews the polls once for the timeouts of polls', async () => {
  const { bot, player } = follow()
  for (let round = 0; round < 3; round++) await player.untilIdle()
  expect(bot.renewals).toBe(1)
})

it('renews the polls each time another timer is held', async () => {
  const { bot, dueMs, player } = follow()
  for (let round = 1; round < 4; round++) {
    bot.others = 1
    expect(await player.untilIdle()).toMatchObject({ isIdle: true, dueMs })
    expect(bot.renewals).toBe(round)
  }
})
