// Advances the clock from one due moment to the next, waiting for idle bots.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Clock, stopwatch } from '../../lib/clock.ts'
import { pause, waitUntil } from '../../lib/wait-until.ts'
import type { Followers } from './followers.ts'

/** The part of the emulator that tells whether it is idle and when something is due. */
export interface EmulatorActivity {
  /** Aborts when the emulator closes. After that, the world must not be read. */
  closing: AbortSignal
  /** Returns true if a call, a delivery or an update is under way. */
  isBusy(): boolean
  /** Calls that arrive wait for the promise, because a bot's process advances its own clock. */
  holdCalls(until: Promise<void> | undefined): void
  openPolls(): number
  /** Answers the open getUpdates calls with an empty list, so that the bots poll again. */
  renewPolls(): void
  /** Returns a number that changes with each call, update and delivery. */
  lastEvent(): number
  /** Returns a number that changes when a person or a bot does something, but not with each poll of a bot. */
  activities(): number
  /** Calls the listener after each event of the event log. */
  subscribe(listener: () => void): () => void
  /** Returns the moments at which mutes will end and updates will expire, in milliseconds since 1970. */
  dueMoments(): number[]
  /** Called after the clock was moved; adds an event to the event log. */
  onMoved(): void
}

export interface IdleState {
  /** False if the emulator or a bot was still busy after `withinMs`, or if the emulator is closing. */
  isIdle: boolean
  /** When the next timer of a bot or of the emulator is due, in milliseconds since 1970. */
  dueMs: number | undefined
  /** When something is due next in the emulator, in milliseconds since 1970. */
  worldDueMs: number | undefined
}

const SKIP_GRACE_MS = 20
const BUSY_AGAIN_MS = 20
const SKIP_AGAIN_MS = 1000
/** How far `playToActivity` goes while the bots do nothing, unless the first due moment is later. */
const WITHOUT_ACTIVITY_MS = 86_400_000

/** The longest real time for which the emulator waits at a due moment until the bots are idle. */
const PATIENCE_MS = 10_000

/** The number of turns of the event loop that it takes to accept a new connection and read its call. */
const TURNS_TO_READ_CALLS = 4

export type TimePlayer = ReturnType<typeof createTimePlayer>

export function createTimePlayer(clock: Clock, followers: Followers, emulator: EmulatorActivity) {
  /** The moment to which the clock is being advanced, or 0 if it is not. */
  let playedToMs = 0
  /** The number of held timers after the last `renewPolls`. If more are held later, the bots have set new ones. */
  let heldAfterRenewal = 0
  let playing: Promise<unknown> = Promise.resolve()

  const isBusyHere = () => emulator.isBusy() || (clock.nextDueMs() ?? Number.POSITIVE_INFINITY) <= clock.ms()

  function moveTo(ms: number) {
    clock.stepTo(ms)
    emulator.onMoved()
  }

  /** Waits until no call is under way and every process that follows the clock is idle. */
  async function untilIdle(withinMs = PATIENCE_MS): Promise<IdleState> {
    const elapsed = stopwatch()
    for (;;) {
      const leftMs = withinMs - elapsed()
      const isOver = leftMs <= 0
      await nextTurn()
      if (isBusyHere() && !isOver) {
        const isDone = (again: (ms: number) => void) => !isBusyHere() || void again(BUSY_AGAIN_MS)
        await waitUntil(isDone, { subscribe: emulator.subscribe, withinMs: leftMs })
        continue
      }
      const eventBefore = emulator.lastEvent()
      const reports = await followers.askUntilIdle(leftMs)
      // Waits for calls on new connections: a call that a process sent before its idle report may arrive after it.
      for (let turn = 0; turn < TURNS_TO_READ_CALLS; turn++) await nextTurn()
      if (emulator.closing.aborted) return { isIdle: false, dueMs: undefined, worldDueMs: undefined }
      const sumOf = (count: 'polls' | 'held') => reports?.reduce((sum, report) => sum + report[count], 0) ?? 0
      const isUnchanged = emulator.lastEvent() === eventBefore && !isBusyHere()
      const isIdle = reports !== undefined && isUnchanged && sumOf('polls') <= emulator.openPolls()
      if (!isIdle && !isOver) continue
      const worldDueMs = earliest([clock.nextDueMs(), ...emulator.dueMoments()])
      const dueMs = earliest([worldDueMs, ...(reports ?? []).map(({ due_ms }) => due_ms)])
      const held = sumOf('held')
      // A process does not report a timer that was set together with a poll, because it may be the timeout of the poll.
      // `renewPolls` ends the poll. The process then clears the timer if it was the timeout, and otherwise reports it.
      if (isIdle && held > heldAfterRenewal) {
        heldAfterRenewal = Number.POSITIVE_INFINITY
        emulator.renewPolls()
        continue
      }
      if (isIdle) heldAfterRenewal = Math.min(heldAfterRenewal, held)
      return { isIdle, dueMs, worldDueMs }
    }
  }

  /** Then sets the emulator's clock to the moment that the process has reached. */
  async function runAhead(limitMs: number): Promise<number> {
    const isReached = Promise.withResolvers<void>()
    emulator.holdCalls(isReached.promise)
    try {
      const reports = (await followers.askUntilIdle(PATIENCE_MS, limitMs)) ?? []
      const reachedMs = reports.find(({ ran_to_ms }) => ran_to_ms !== undefined)?.ran_to_ms ?? clock.ms()
      if (reachedMs > clock.ms() && !emulator.closing.aborted) moveTo(reachedMs)
      return reachedMs
    } finally {
      emulator.holdCalls(undefined)
      isReached.resolve()
    }
  }

  /** Freezes the clock, moves it to each due moment before the target, and resumes it unless it was frozen before. */
  async function play(target: (dueMs: number | undefined) => number | undefined) {
    const wasFrozen = clock.frozen()
    clock.freeze()
    playedToMs = target(undefined) ?? 0
    try {
      for (;;) {
        const heldAtMs = clock.ms()
        const { dueMs, worldDueMs } = await untilIdle()
        emulator.closing.throwIfAborted()
        // If another caller has moved or resumed the clock, the target no longer applies.
        if (!clock.frozen() || clock.ms() !== heldAtMs) return undefined
        const targetMs = target(dueMs)
        playedToMs = targetMs ?? 0
        if (targetMs === undefined || dueMs === undefined || dueMs >= targetMs) return targetMs
        const nextStopMs = Math.min(targetMs, worldDueMs ?? targetMs)
        const reachedMs = dueMs < nextStopMs && followers.canRunAhead() ? await runAhead(nextStopMs) : heldAtMs
        if (reachedMs > heldAtMs) continue
        moveTo(Math.max(dueMs, heldAtMs))
      }
    } finally {
      playedToMs = 0
      if (!wasFrozen) clock.resume()
    }
  }

  function inTurn<Result>(move: () => Promise<Result>): Promise<Result> {
    const result = playing.then(move)
    playing = result.catch(() => {})
    return result
  }

  /** Goes from one due moment to the next until a bot or the emulator acts. Undefined if nothing is due. */
  function playToActivity() {
    let startMs: number | undefined
    let activitiesBefore: number | undefined
    return play((dueMs) => {
      startMs ??= clock.ms()
      const limitMs = startMs + WITHOUT_ACTIVITY_MS
      if (clock.ms() === startMs) {
        activitiesBefore = emulator.activities()
        return dueMs && Math.max(dueMs, limitMs)
      }
      return dueMs === undefined || emulator.activities() !== activitiesBefore ? clock.ms() : limitMs
    })
  }

  /** Plays a running clock to the next activity each time all bots are idle, while a bot's process asks for that. */
  async function skipWhileIdle() {
    if (isSkipping) return
    isSkipping = true
    while (followers.skips() && !emulator.closing.aborted) {
      const eventBefore = emulator.lastEvent()
      const { isIdle } = await untilIdle()
      // Gives a test the time to react to the bot's last call before the clock moves.
      await pause(SKIP_GRACE_MS)
      const hasChanged = () => emulator.lastEvent() !== eventBefore || undefined
      if (hasChanged() || emulator.closing.aborted) continue
      const targetMs = isIdle && !clock.frozen() ? await inTurn(playToActivity).catch(ignoreClosing) : undefined
      if (targetMs !== undefined) moveTo(Math.max(targetMs, clock.ms()))
      else await waitUntil(hasChanged, { subscribe: emulator.subscribe, withinMs: SKIP_AGAIN_MS })
    }
    isSkipping = false
  }

  function ignoreClosing(error: unknown) {
    if (!emulator.closing.aborted) throw error
    return undefined
  }

  let isSkipping = false
  followers.subscribe(() => {
    if (followers.skips()) void skipWhileIdle()
  })

  return {
    playedToMs: () => playedToMs,
    isFollowed: () => followers.count() > 0,
    untilIdle,
    /** Stops at each due moment before the target. The caller then sets the target. */
    playTo: (targetMs: number) => inTurn(() => play(() => targetMs)),
    playToActivity: () => inTurn(playToActivity),
    /** Waits until the emulator and the bots are idle. Returns the next due moment, or undefined if nothing is due. */
    nextDue: () => inTurn(() => play((dueMs) => dueMs)),
  }
}

function earliest(moments: readonly (number | null | undefined)[]): number | undefined {
  const numbers = moments.filter((ms) => typeof ms === 'number')
  return numbers.length ? Math.min(...numbers) : undefined
}
