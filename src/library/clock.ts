// The emulator's clock in the hands of a program.

import type { Client } from '../client/client.ts'
import { duration } from '../lib/duration.ts'
import { Problem } from '../lib/problem.ts'

export interface ClockControl {
  /** Unix seconds, with fractions. */
  now(): Promise<number>
  /** Seconds, or a text such as 90s or 48h. */
  advance(by: number | string): Promise<number>
  /** Unix seconds, a Date, or its text. */
  set(to: number | Date | string): Promise<number>
  freeze(): Promise<number>
  resume(): Promise<number>
}

export function clockOver(client: Client): ClockControl {
  const timeOf = async (moved: Promise<{ now: number }>) => (await moved).now
  return {
    now: async () => (await client.health()).clock.now,
    advance: async (by) => timeOf(client.perform('advanceClock', { seconds: secondsIn(by) })),
    set: async (to) => timeOf(client.perform('setClock', { at: typeof to === 'number' ? to : unixSeconds(to) })),
    freeze: () => timeOf(client.perform('freezeClock')),
    resume: () => timeOf(client.perform('resumeClock')),
  }
}

export function secondsIn(length: number | string): number {
  const parsed = duration.safeParse(length)
  if (parsed.success) return parsed.data
  throw new Problem('invalid-params', `${JSON.stringify(length)} is no length of time.`, 'Write 90, 90s, 5m or 48h.')
}

function unixSeconds(date: Date | string): number {
  const ms = typeof date === 'string' ? Date.parse(date) : date.getTime()
  if (!Number.isNaN(ms)) return ms / 1000
  throw new Problem('invalid-params', `${JSON.stringify(date)} is no date.`, 'Write 2027-01-15T12:00:00Z.')
}
