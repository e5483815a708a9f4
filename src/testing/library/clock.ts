// Controls the emulator's clock: moves, sets, freezes and resumes it.

import type { Client } from '../../control/client/client.ts'
import { Problem } from '../../lib/problem.ts'
import { parseMoment, parseSpan, SPAN_HINT } from '../../lib/time-text.ts'
import { followVariables } from '../bot-clock/environment.ts'
import { FOLLOW_VARIABLE } from '../bot-clock/follow-variable.ts'

export type ClockControl = ReturnType<typeof createClockControl>

type FollowOptions = Record<string, unknown> & { env?: Readonly<Record<string, string | undefined>> }

export function createClockControl(client: Client, url: string, token?: string) {
  const timeOf = async (moved: Promise<{ now: number }>) => (await moved).now
  return {
    /** Returns the emulator's time in Unix seconds, with fractions. */
    now: async (): Promise<number> => (await client.health()).clock.now,
    /** Moves the clock forward by seconds, or by a duration such as '90s', '2min' or '48h'. Returns the new time. */
    advance: async (by: number | string): Promise<number> =>
      timeOf(client.perform('advanceClock', { seconds: secondsIn(by) })),
    /**
     * Sets the clock to Unix seconds, a Date, or a text: 'tomorrow 9:00', '2030-01-01T12:00:00Z', or '48h' for 48 hours
     * from now. Returns the new time.
     */
    set: async (to: number | Date | string): Promise<number> =>
      timeOf(client.perform('setClock', { at: await momentIn(to, client) })),
    freeze: (): Promise<number> => timeOf(client.perform('freezeClock')),
    resume: (): Promise<number> => timeOf(client.perform('resumeClock')),
    /**
     * Returns options for `child_process.spawn` that make the new process and its child processes follow the emulator's
     * clock. Includes the given options.
     */
    follow({ env = process.env, ...options }: FollowOptions = {}): FollowOptions {
      return { ...options, env: { ...env, ...followVariables(url, { token }, env) } }
    },
    /**
     * Makes this process follow the emulator's clock, for a bot that runs in the test's own process. Resolves to a
     * function that restores the original clocks and timers. They are also restored when the emulator stops.
     */
    async install(): Promise<() => void> {
      requireRealTimers()
      const { findClock, installClock } = await import('../bot-clock/node/install.ts')
      if (findClock())
        throw new Problem(
          'clock-installed',
          'This process already follows the clock of an emulator.',
          'Before you install another clock, call the function that clock.install() returned, or stop the first emulator.',
        )
      return installClock(new URL(followVariables(url, { token })[FOLLOW_VARIABLE]!), { restoresAtEnd: true })
    },
  }
}

/** Throws if a test runner controls the timers, because only one clock can control them. */
function requireRealTimers() {
  if (process.env.JEST_WORKER_ID)
    throw new Problem(
      'other-realm',
      'clock.install() cannot replace the timers of jest, because jest runs each test in a realm of its own.',
      'Start the bot in its own process, with the options that clock.follow() returns.',
    )
  const isFake = [setTimeout, setInterval, Date].some((real) => 'clock' in real || '_isMockFunction' in real)
  if (!isFake) return
  throw new Problem(
    'fake-timers',
    'clock.install() cannot replace the timers, because fake timers are in use.',
    "Call vi.useRealTimers() first. The emulator's clock replaces the same timers.",
  )
}

export function secondsIn(span: number | string): number {
  const seconds = typeof span === 'number' ? span : parseSpan(span)
  if (seconds !== undefined && seconds >= 0 && seconds < Number.POSITIVE_INFINITY) return seconds
  throw new Problem('invalid-params', `${JSON.stringify(span)} isn't a time span.`, `${SPAN_HINT}.`)
}

async function momentIn(to: number | Date | string, client: Client): Promise<number> {
  if (typeof to === 'number') return to
  const at = to instanceof Date ? to.getTime() / 1000 : parseMoment(to, (await client.health()).clock.now)
  if (at !== undefined && !Number.isNaN(at)) return at
  const hint = 'Write a date such as 2027-01-15T12:00:00Z.'
  throw new Problem('invalid-params', `${JSON.stringify(to)} is not a date.`, hint)
}
