// Waits for longer than one request may.

import { stopwatch } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import { type Expectation, type Found, MAX_WITHIN_SECONDS, type StateExpectation } from '../contract/expectation.ts'
import type { Client } from './client.ts'

/** Repeats a wait until its time is over, because one request waits only for a few minutes. */
export async function waitLong<const Expected extends Expectation>(
  client: Pick<Client, 'wait'>,
  expected: Expected,
  seconds: number,
  signal?: AbortSignal,
): Promise<Found<Expected>> {
  const elapsed = stopwatch()
  for (let leftSeconds = seconds; ; leftSeconds = Math.max(0, seconds - elapsed() / 1000)) {
    try {
      return await client.wait({ ...expected, within: Math.min(leftSeconds, MAX_WITHIN_SECONDS) }, signal)
    } catch (error) {
      const isOver = leftSeconds <= MAX_WITHIN_SECONDS || (error as Problem).details?.reason !== 'over'
      if (isOver) throw error
    }
  }
}

/** Returns false if the bots, or the one that is named, are not idle in time. */
export function becomeIdle(
  client: Pick<Client, 'wait'>,
  which: Pick<StateExpectation, 'bot' | 'after' | 'for'>,
  seconds: number,
  signal?: AbortSignal,
): Promise<boolean> {
  return waitLong(client, { until: 'idle', ...which }, seconds, signal).catch((error: unknown) => {
    signal?.throwIfAborted()
    if (error instanceof Problem && error.code === 'not-idle') return false
    throw error
  })
}
