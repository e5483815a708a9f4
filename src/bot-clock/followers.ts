// The processes that follow the clock. Each holds a lease that ends with its connection.

import type { FollowerView } from '../contract/service.ts'
import type { ReadClock } from '../lib/clock.ts'
import { createChanges, waitUntil } from '../lib/wait-until.ts'
import type { ClockMessage, IdleReport } from './protocol.ts'

export interface FollowerProcess {
  pid: number
  /** The runtime with its version, such as "Node 24.1.0". */
  runtime: string
  /** True if the process asks for a clock that moves to the next due timer while all bots are idle. */
  skips: boolean
  /** True if the process can run its timers by itself up to the moment in `run_to_ms`. */
  runsAhead: boolean
}

interface Follower extends FollowerProcess {
  lease: string
  send(message: ClockMessage): void
  /** The newest report of the process, which may answer an older question than the newest one. */
  report?: IdleReport
}

export type Followers = ReturnType<typeof createFollowers>

export function createFollowers(clock: ReadClock) {
  const followers = new Map<string, Follower>()
  const { wake, subscribe } = createChanges()
  let lastLease = 0
  let lastAsk = 0

  function messageTo({ lease }: Follower, ask: number, run_to_ms?: number): ClockMessage {
    const { offsetMs, frozenAtMs } = clock.state()
    return { lease, ask, run_to_ms, offset_ms: offsetMs, frozen_at_ms: frozenAtMs }
  }

  function sendAll(ask: number, runToMs?: number) {
    for (const follower of followers.values()) follower.send(messageTo(follower, ask, runToMs))
  }

  clock.subscribe(() => sendAll(0))

  return {
    /** Calls the listener after each report, and when a process starts or stops following the clock. */
    subscribe,
    count: () => followers.size,
    /** Returns the number of processes that have ever followed the clock. */
    newest: () => lastLease,
    /** Returns true if exactly one process follows the clock, and it can run its timers by itself. */
    canRunAhead: () => followers.size === 1 && [...followers.values()].every(({ runsAhead }) => runsAhead),
    skips: () => [...followers.values()].some(({ skips }) => skips),
    /** Adds a process, which gets the clock through `send`. Returns the function that removes it. */
    add(process: FollowerProcess, send: Follower['send']): () => void {
      const follower: Follower = { ...process, lease: String(++lastLease), send }
      followers.set(follower.lease, follower)
      send(messageTo(follower, 0))
      wake()
      return () => {
        followers.delete(follower.lease)
        wake()
      }
    },
    /** Stores the report of a process. Ignores a report of a process whose lease has ended. */
    report(report: IdleReport) {
      const follower = followers.get(report.lease)
      if (!follower) return
      follower.report = report
      wake()
    },
    /** Asks every process to report once it is idle. Returns the reports, or undefined after `withinMs`. */
    async askUntilIdle(withinMs: number, runToMs?: number): Promise<IdleReport[] | undefined> {
      const ask = ++lastAsk
      sendAll(ask, runToMs)
      const reports = () => {
        const all = [...followers.values()].map(({ report }) => report)
        return all.every((report) => report?.ask === ask) ? (all as IdleReport[]) : undefined
      }
      return reports() ?? waitUntil(reports, { subscribe, withinMs })
    },
    views: (): FollowerView[] =>
      [...followers.values()].map(({ pid, runtime, report }) => ({
        pid,
        runtime,
        timers: report?.timers ?? null,
        next_due: report?.due_ms == null ? null : report.due_ms / 1000,
        busy: (report?.ask ?? 0) < lastAsk,
      })),
  }
}
