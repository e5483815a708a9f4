// Watches the threads and child processes of this thread as they start and end.

import type { ChildProcess } from 'node:child_process'
import type { Worker } from 'node:worker_threads'
import type { FollowerName } from '../../../control/contract/clock-lease.ts'
import { real } from './real-functions.ts'

/** A child process that does not run Node counts as work while it starts or ends, but at most for this real time. */
const CHANGE_MS = 1000
/**
 * The longest real time for which a thread or process of Node counts as work while it starts or ends. On a busy
 * machine, it may need seconds until it follows the clock.
 */
const CHANGE_OF_NODE_MS = 5000

interface Spawn {
  /**
   * The time at which the thread or process began to start, or began to end. Undefined in between, while it follows the
   * clock.
   */
  changingSinceMs: number | undefined
  hasEnded(): boolean
  isOfNode(): boolean
  isNamed(name: FollowerName): boolean
}

export type Subscribe = <Message>(channel: string, listener: (message: Message) => void) => void

/** Watches threads and child processes through Node's diagnostics channels. */
export function watchSpawns(on: Subscribe) {
  let spawns: Spawn[] = []
  let count = 0

  function add(spawn: Omit<Spawn, 'changingSinceMs'>) {
    count++
    spawns.push({ ...spawn, changingSinceMs: real.elapsedMs() })
  }

  on<{ worker: Worker }>('worker_threads', ({ worker }) =>
    add({
      hasEnded: () => worker.threadId === -1,
      isOfNode: () => true,
      isNamed: ({ pid, thread }) => pid === process.pid && thread === worker.threadId,
    }),
  )
  on<{ process: ChildProcess }>('child_process', ({ process: child }) =>
    add({
      hasEnded: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
      isOfNode: () => child.connected || child.spawnfile === process.execPath,
      // If a shell or npm was started, the process that follows the clock is its child, so the parent's id is compared
      // too.
      isNamed: ({ pid, parent_pid }) => child.pid === pid || child.pid === parent_pid,
    }),
  )

  function note(name: FollowerName, changingSinceMs: number | undefined) {
    for (const spawn of spawns) if (spawn.isNamed(name)) spawn.changingSinceMs = changingSinceMs
  }

  return {
    /** Returns the number of threads and child processes that this thread has started. */
    count: () => count,
    /** Returns true while a thread or child process is ending, or has started but does not follow the clock yet. */
    areChanging() {
      spawns = spawns.filter(({ hasEnded }) => !hasEnded())
      return spawns.some(({ changingSinceMs, isOfNode }) => {
        const limitMs = isOfNode() ? CHANGE_OF_NODE_MS : CHANGE_MS
        return changingSinceMs !== undefined && changingSinceMs > real.elapsedMs() - limitMs
      })
    },
    /** Called when another thread or process begins to follow the clock. */
    onJoined: (name: FollowerName) => note(name, undefined),
    /** Called when another thread or process no longer follows the clock. */
    onLeft: (name: FollowerName) => note(name, real.elapsedMs()),
  }
}
