// The processes that follow the clock. Each holds a lease that ends with its connection.

import { type ReadClock, stopwatch } from '../../lib/clock.ts'
import { createChanges, waitUntil } from '../../lib/wait-until.ts'
import type { ClockMessage, FollowerProcess, IdleReport } from '../contract/clock-lease.ts'
import type { FollowerView } from '../contract/service.ts'

interface Follower extends FollowerProcess {
  lease: string
  send(message: ClockMessage): void
  /** The milliseconds since an idle report was requested, or since the last report if that is later. */
  unansweredMs?: (() => number) | undefined
  /** True if the lease has lapsed. The clock no longer waits for the process, until it reports again. */
  isSilent: boolean
  /** The last report of the process. It may answer an older request than the emulator's newest one. */
  report?: IdleReport
}

/** The real time within which a process must answer a request for an idle report, or its lease lapses. */
const LEASE_MS = 10_000

export type Followers = ReturnType<typeof createFollowers>

const unansweredMs = (follower: Follower) => follower.unansweredMs?.() ?? 0

const answers = (report: IdleReport | undefined, ask: number) => report !== undefined && report.ask >= ask

export function createFollowers(clock: ReadClock) {
  const followers = new Map<string, Follower>()
  const { wake, subscribe } = createChanges()
  let lastLease = 0
  let lastAsk = 0
  /** The number of requests for idle reports that processes have not answered yet. */
  let openAsks = 0
  /** A number that changes each time a process begins or ceases to follow the clock. */
  let membership = 0

  function messageTo({ lease }: Follower, ask: number, run_to_ms?: number): ClockMessage {
    const { offsetMs, frozenAtMs } = clock.state()
    return { lease, ask, run_to_ms, offset_ms: offsetMs, frozen_at_ms: frozenAtMs }
  }

  /** The process that may advance its own clock: the only one with a timer or a call. The npm that started it has none. */
  function findRunner(): Follower | undefined {
    const active = [...followers.values()].filter(({ report }) => report?.due_ms !== null || report.calls !== 0)
    return active.length === 1 && active[0]?.runsAhead ? active[0] : undefined
  }

  function sendAll(ask: number, runToMs?: number) {
    const runner = findRunner()
    for (const follower of followers.values()) {
      if (ask) follower.unansweredMs ??= stopwatch()
      follower.send(messageTo(follower, ask, follower === runner ? runToMs : undefined))
    }
  }

  clock.subscribe(() => sendAll(0))

  async function ask(withinMs: number, runToMs?: number): Promise<IdleReport[] | undefined> {
    const number = ++lastAsk
    sendAll(number, runToMs)
    function reports(again: (ms: number) => void) {
      const unanswered = [...followers.values()].filter(({ report }) => !answers(report, number))
      for (const follower of unanswered) follower.isSilent ||= unansweredMs(follower) >= LEASE_MS
      const awaited = unanswered.filter(({ isSilent }) => !isSilent)
      if (awaited.length) {
        again(Math.max(0, LEASE_MS - Math.max(...awaited.map(unansweredMs))))
        return undefined
      }
      return [...followers.values()].flatMap(({ report }) => (report && answers(report, number) ? report : []))
    }
    openAsks++
    try {
      return reports(() => {}) ?? (await waitUntil(reports, { subscribe, withinMs }))
    } finally {
      openAsks--
    }
  }

  function tellAll(change: Pick<ClockMessage, 'joined' | 'left'>) {
    membership++
    for (const follower of followers.values()) follower.send({ ...messageTo(follower, 0), ...change })
  }

  return {
    /** Calls the listener after each report, and when a process starts or stops following the clock. */
    subscribe,
    count: () => followers.size,
    canRunAhead: () => findRunner() !== undefined,
    skips: () => [...followers.values()].some(({ skips }) => skips),
    /** Sends the state of the clock with `send`, now and after each change. Returns what removes the process. */
    add(process: FollowerProcess, send: Follower['send']): () => void {
      const follower: Follower = { ...process, lease: String(++lastLease), isSilent: false, send }
      const { pid, parent, thread } = process
      const name = { pid, parent_pid: parent, thread }
      tellAll({ joined: name })
      followers.set(follower.lease, follower)
      if (openAsks) follower.unansweredMs = stopwatch()
      send(messageTo(follower, openAsks ? lastAsk : 0))
      wake()
      return () => {
        followers.delete(follower.lease)
        tellAll({ left: name })
        wake()
      }
    },
    /** Stores the report of a process and renews its lease. Ignores a report of a process that has ended. */
    report(report: IdleReport) {
      const follower = followers.get(report.lease)
      if (!follower) return
      follower.report = report
      follower.isSilent = false
      follower.unansweredMs = report.ask < lastAsk ? stopwatch() : undefined
      wake()
    },
    /** Returns the reports of all, or undefined if one is missing after `withinMs`. */
    async askUntilIdle(withinMs: number, runToMs?: number): Promise<IdleReport[] | undefined> {
      const elapsed = stopwatch()
      for (let activityBefore = ''; ; ) {
        const membershipBefore = membership
        const reports = await ask(Math.max(0, withinMs - elapsed()), runToMs)
        if (!reports || runToMs !== undefined) return reports
        // A process may report just before a message of another process arrives, or before it learns that another
        // process has ended. So all are asked again until none has been active between two reports.
        const activity = reports.map(({ lease, messages }) => `${lease}:${messages}`).join()
        const isAlone = followers.size < 2 && !activityBefore
        if ((isAlone || activity === activityBefore) && membership === membershipBefore) return reports
        activityBefore = activity
      }
    },
    views: (): FollowerView[] =>
      [...followers.values()].map(({ pid, runtime, report, isSilent, unansweredMs }) => ({
        pid,
        runtime,
        timers: report?.timers ?? null,
        next_due: report?.due_ms == null ? null : report.due_ms / 1000,
        next_timers: (report?.next_ms ?? []).map((ms) => ms / 1000),
        busy: !isSilent && (report?.ask ?? 0) < lastAsk,
        silent: isSilent,
        unanswered_for: unansweredMs ? Math.floor(unansweredMs() / 1000) : null,
      })),
  }
}
