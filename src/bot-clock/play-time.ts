// Plays time: moves the clock from one due moment to the next.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, stopwatch } from '../lib/clock.ts'
import { waitUntil } from '../lib/wait-until.ts'
import type { Followers } from './followers.ts'

/** The emulator, as far as due moments and idleness depend on it. */
export interface EmulatorActivity {
  /** Returns true if a call, a delivery or an update is under way. */
  isBusy(): boolean
  openPolls(): number
  /** Returns a number that changes with each call, update and delivery. */
  lastEvent(): number
  /** Calls back after each event. */
  subscribe(listener: () => void): () => void
  /** Returns the moments after now at which something is due in the world, in milliseconds. */
  dueMoments(): number[]
  /** Reports that the clock has moved. */
  onMoved(): void
}

export interface IdleState {
  /** False if the time ran out first. */
  isIdle: boolean
  /** When the next timer of a bot or of the emulator is due, in milliseconds since 1970. */
  dueMs: number | undefined
}

/** The real time that bots have at each moment to become idle. */
const PATIENCE_MS = 10_000

export type TimePlayer = ReturnType<typeof createTimePlayer>

export function createTimePlayer(clock: Clock, followers: Followers, emulator: EmulatorActivity) {
  let playing: Promise<unknown> = Promise.resolve()

  const isBusyHere = () => emulator.isBusy() || (clock.nextDueMs() ?? Number.POSITIVE_INFINITY) <= clock.ms()

  /** Waits until no call is under way and every following process is idle. */
  async function untilIdle(withinMs = PATIENCE_MS): Promise<IdleState> {
    const elapsed = stopwatch()
    for (;;) {
      const leftMs = withinMs - elapsed()
      const isOver = leftMs <= 0
      await nextTurn()
      if (isBusyHere() && !isOver) {
        await waitUntil(() => !isBusyHere() || undefined, { subscribe: emulator.subscribe, withinMs: leftMs })
        continue
      }
      const eventBefore = emulator.lastEvent()
      const reports = await followers.askUntilIdle(leftMs)
      const polls = (reports ?? []).reduce((sum, report) => sum + report.polls, 0)
      const isUnchanged = emulator.lastEvent() === eventBefore && !isBusyHere()
      const isIdle = reports !== undefined && isUnchanged && polls <= emulator.openPolls()
      if (!isIdle && !isOver) continue
      const dueMoments = [...(reports ?? []).map(({ due_ms }) => due_ms), clock.nextDueMs(), ...emulator.dueMoments()]
      const known = dueMoments.filter((ms) => typeof ms === 'number')
      return { isIdle, dueMs: known.length ? Math.min(...known) : undefined }
    }
  }

  /** Holds the time, moves it to each due moment up to the target, and lets it go on from there. */
  async function play(target: (dueMs: number | undefined) => number | undefined) {
    const wasFrozen = clock.frozen()
    clock.freeze()
    try {
      for (;;) {
        const heldAtMs = clock.ms()
        const { dueMs } = await untilIdle()
        // Another caller has moved the clock, which ends this play.
        if (!clock.frozen() || clock.ms() !== heldAtMs) return undefined
        const targetMs = target(dueMs)
        if (targetMs === undefined || dueMs === undefined || dueMs >= targetMs) return targetMs
        clock.stepTo(Math.max(dueMs, heldAtMs))
        emulator.onMoved()
      }
    } finally {
      if (!wasFrozen) clock.resume()
    }
  }

  function playInTurn(target: (dueMs: number | undefined) => number | undefined) {
    const result = playing.then(() => play(target))
    playing = result.catch(() => {})
    return result
  }

  return {
    isFollowed: () => followers.count() > 0,
    untilIdle,
    /** Plays the time before a moment. The caller then moves the clock to it. */
    playTo: (targetMs: number) => playInTurn(() => targetMs),
    /** Waits until everything is idle. Returns the moment at which something is due next. */
    nextDue: () => playInTurn((dueMs) => dueMs),
  }
}
