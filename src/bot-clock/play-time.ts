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
  /** Ends the open polls, so that bots ask anew. */
  renewPolls(): void
  /** Returns a number that changes when a bot receives updates. */
  lastHandedOut(): number
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
  /** True if timers may be timeouts of open requests. */
  hasHeldTimers: boolean
}

/** The real time that bots have at each moment to become idle. */
const PATIENCE_MS = 10_000

export type TimePlayer = ReturnType<typeof createTimePlayer>

export function createTimePlayer(clock: Clock, followers: Followers, emulator: EmulatorActivity) {
  /** The target of the play that is under way, or 0. */
  let playedToMs = 0
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
      const hasHeldTimers = (reports ?? []).some(({ held }) => held > 0)
      return { isIdle, dueMs: known.length ? Math.min(...known) : undefined, hasHeldTimers }
    }
  }

  /** Holds the time, moves it to each due moment up to the target, and lets it go on from there. */
  async function play(target: (dueMs: number | undefined) => number | undefined) {
    const wasFrozen = clock.frozen()
    clock.freeze()
    let renewedAfter: number | undefined
    try {
      for (;;) {
        const heldAtMs = clock.ms()
        const { dueMs, hasHeldTimers } = await untilIdle()
        // Another caller has moved the clock, which ends this play.
        if (!clock.frozen() || clock.ms() !== heldAtMs) return undefined
        const targetMs = target(dueMs)
        playedToMs = targetMs ?? 0
        // A bot may have set a timer in the turn in which it began to poll. After a new poll, only its timeouts are held.
        if (hasHeldTimers && renewedAfter !== emulator.lastHandedOut()) {
          renewedAfter = emulator.lastHandedOut()
          emulator.renewPolls()
          continue
        }
        if (targetMs === undefined || dueMs === undefined || dueMs >= targetMs) return targetMs
        clock.stepTo(Math.max(dueMs, heldAtMs))
        emulator.onMoved()
      }
    } finally {
      playedToMs = 0
      if (!wasFrozen) clock.resume()
    }
  }

  function playInTurn(target: (dueMs: number | undefined) => number | undefined) {
    const result = playing.then(() => play(target))
    playing = result.catch(() => {})
    return result
  }

  return {
    playedToMs: () => playedToMs,
    isFollowed: () => followers.count() > 0,
    untilIdle,
    /** Plays the time before a moment. The caller then moves the clock to it. */
    playTo: (targetMs: number) => playInTurn(() => targetMs),
    /** Waits until everything is idle. Returns the moment at which something is due next. */
    nextDue: () => playInTurn((dueMs) => dueMs),
  }
}
