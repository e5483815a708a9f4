// Watches the threads and child processes that this thread starts, and messages to them.

import type { ChildProcess } from 'node:child_process'
import { MessagePort, type Worker } from 'node:worker_threads'
import type { FollowerName } from '../../../control/contract/clock-lease.ts'
import { overwrite } from './overwrite.ts'
import { real } from './real-functions.ts'

/**
 * The longest real time for which a thread or child process counts as work while it starts or ends. On a busy machine,
 * it may need seconds until it follows the clock.
 */
const CHANGE_MS = 5000

interface Spawn {
  hasEnded(): boolean
  isNamed(name: FollowerName): boolean
}

type Subscribe = <Message>(channel: string, listener: (message: Message) => void) => void

/** Watches threads and child processes through Node's diagnostics channels. */
export function watchSpawns(on: Subscribe) {
  /** The time at which each began to start, or began to end. Undefined in between, while it follows the clock. */
  const changingSinceMs = new Map<Spawn, number | undefined>()
  let count = 0
  let messages = 0

  function add(spawn: Spawn) {
    count++
    changingSinceMs.set(spawn, real.elapsedMs())
  }

  /** Wraps a function that sends messages, to count them. The counts reveal messages in transit. */
  function countSends(target: object, name: string) {
    const send: unknown = Reflect.get(target, name)
    if (typeof send !== 'function') return
    function sendCounted(this: object, ...args: unknown[]) {
      messages++
      return Reflect.apply(send as () => unknown, this, args)
    }
    overwrite(target, { [name]: sendCounted })
  }

  on<{ worker: Worker }>('worker_threads', ({ worker }) =>
    add({
      hasEnded: () => worker.threadId === -1,
      isNamed: ({ pid, thread }) => pid === process.pid && thread === worker.threadId,
    }),
  )
  on<{ process: ChildProcess }>('child_process', ({ process: child }) => {
    add({
      hasEnded: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
      // If a shell or npm was started, the process that follows the clock is its child, so the parent's id is compared
      // too.
      isNamed: ({ pid, parent_pid }) => child.pid === pid || child.pid === parent_pid,
    })
    // A child process gets this method when it has started, and the program may use it at once.
    Object.defineProperty(child, 'send', {
      configurable: true,
      set(send: ChildProcess['send']) {
        Reflect.deleteProperty(child, 'send')
        child.send = send
        countSends(child, 'send')
      },
    })
  })
  countSends(MessagePort.prototype, 'postMessage')
  countSends(process, 'send')

  function note(name: FollowerName, sinceMs: number | undefined) {
    for (const spawn of changingSinceMs.keys()) if (spawn.isNamed(name)) changingSinceMs.set(spawn, sinceMs)
  }

  return {
    /** Returns the number of threads and child processes that this thread has started. */
    count: () => count,
    /** Returns the number of messages that this thread has sent to threads and processes. */
    messages: () => messages,
    /** Returns true while a thread or child process is ending, or has started but does not follow the clock yet. */
    areChanging() {
      for (const spawn of changingSinceMs.keys()) if (spawn.hasEnded()) changingSinceMs.delete(spawn)
      const limitMs = real.elapsedMs() - CHANGE_MS
      return [...changingSinceMs.values()].some((sinceMs) => sinceMs !== undefined && sinceMs > limitMs)
    },
    /** Called when another thread or process begins to follow the clock. */
    noteJoined: (name: FollowerName) => note(name, undefined),
    /** Called when another thread or process no longer follows the clock. */
    noteLeft: (name: FollowerName) => note(name, real.elapsedMs()),
  }
}
