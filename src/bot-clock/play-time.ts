// Plays time: moves the clock from one due moment to the next.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, stopwatch } from '../lib/clock.ts'
import { pause, waitUntil } from '../lib/wait-until.ts'
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
  /** When something is due next in the emulator. */
  worldDueMs: number | undefined
}

const SKIP_GRACE_MS = 20
const SKIP_AGAIN_MS = 1000

/** The real time that bots have at each moment to become idle. */
const PATIENCE_MS = 10_000

export type TimePlayer = ReturnType<typeof createTimePlayer>

export function createTimePlayer(clock: Clock, followers: Followers, emulator: EmulatorActivity) {
  /** The target of the play that is under way, or 0. */
  let playedToMs = 0
  /** Resolves when the clock has the time of a process that runs ahead. */
  let reached: Promise<void> | undefined
  /** The updates after which the polls were ended last. */
  let renewedAfter = ''
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
      const worldDueMs = earliest([clock.nextDueMs(), ...emulator.dueMoments()])
      const dueMs = earliest([worldDueMs, ...(reports ?? []).map(({ due_ms }) => due_ms)])
      const hasHeldTimers = (reports ?? []).some(({ held }) => held > 0)
      // A bot may have set a timer in the turn in which it began to poll. After a new poll, only its timeouts are held.
      const updates = `${emulator.lastHandedOut()} ${followers.newest()}`
      if (isIdle && hasHeldTimers && renewedAfter !== updates) {
        renewedAfter = updates
        emulator.renewPolls()
        continue
      }
      return { isIdle, dueMs, worldDueMs }
    }
  }

  /** Lets the only process run its timers by itself until it sends a request. Calls wait until the clock has its time. */
  async function runAhead(limitMs: number): Promise<number> {
    const isReached = Promise.withResolvers<void>()
    reached = isReached.promise
    try {
      const [report] = (await followers.askUntilIdle(PATIENCE_MS, limitMs)) ?? []
      const reachedMs = report?.ran_to_ms ?? clock.ms()
      if (reachedMs > clock.ms()) {
        clock.stepTo(reachedMs)
        emulator.onMoved()
      }
      return reachedMs
    } finally {
      reached = undefined
      isReached.resolve()
    }
  }

  /** Holds the time, moves it to each due moment up to the target, and lets it go on from there. */
  async function play(target: (dueMs: number | undefined) => number | undefined) {
    const wasFrozen = clock.frozen()
    clock.freeze()
    try {
      for (;;) {
        const heldAtMs = clock.ms()
        const { dueMs, worldDueMs } = await untilIdle()
        // Another caller has moved the clock, which ends this play.
        if (!clock.frozen() || clock.ms() !== heldAtMs) return undefined
        const targetMs = target(dueMs)
        playedToMs = targetMs ?? 0
        if (targetMs === undefined || dueMs === undefined || dueMs >= targetMs) return targetMs
        const nextStopMs = Math.min(targetMs, worldDueMs ?? targetMs)
        const reachedMs = dueMs < nextStopMs && followers.canRunAhead() ? await runAhead(nextStopMs) : heldAtMs
        if (reachedMs > heldAtMs) continue
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

  /** Moves a running clock to the next due moment each time the bots are idle, while a process asks for that. */
  async function skipWhileIdle() {
    if (isSkipping) return
    isSkipping = true
    while (followers.skips()) {
      const eventBefore = emulator.lastEvent()
      const { isIdle, dueMs } = await untilIdle()
      // Gives a test the time to react to the last call.
      await pause(SKIP_GRACE_MS)
      const isUnchanged = emulator.lastEvent() === eventBefore
      if (isIdle && isUnchanged && dueMs !== undefined && !clock.frozen()) {
        clock.set(Math.max(dueMs, clock.ms()))
        emulator.onMoved()
      } else if (isUnchanged) {
        const hasChanged = () => emulator.lastEvent() !== eventBefore || undefined
        await waitUntil(hasChanged, { subscribe: emulator.subscribe, withinMs: SKIP_AGAIN_MS })
      }
    }
    isSkipping = false
  }

  let isSkipping = false
  followers.subscribe(() => {
    if (followers.skips()) void skipWhileIdle()
  })

  return {
    reached: () => reached,
    playedToMs: () => playedToMs,
    isFollowed: () => followers.count() > 0,
    untilIdle,
    /** Plays the time before a moment. The caller then moves the clock to it. */
    playTo: (targetMs: number) => playInTurn(() => targetMs),
    /** Waits until everything is idle. Returns the moment at which something is due next. */
    nextDue: () => playInTurn((dueMs) => dueMs),
  }
}

function earliest(moments: readonly (number | null | undefined)[]): number | undefined {
  const known = moments.filter((ms) => typeof ms === 'number')
  return known.length ? Math.min(...known) : undefined
}
