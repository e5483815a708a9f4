// The memory that this process's threads share: the clock's state, and a count of messages.

import type { ChildProcess } from 'node:child_process'
import { getEnvironmentData, isMainThread, MessagePort, setEnvironmentData } from 'node:worker_threads'
import type { ClockState } from '../../../control/contract/clock-lease.ts'
import { overwrite } from './overwrite.ts'
import type { Subscribe } from './spawns.ts'

const KEY = 'bot-emulator.clock'

const shared = getEnvironmentData(KEY)
const memory = shared instanceof SharedArrayBuffer ? shared : new SharedArrayBuffer(24)
const messages = new Int32Array(memory, 0, 1)
/** The clock's offset, and the time at which the clock is frozen (0 while it runs). */
const state = new Float64Array(memory, 8, 2)

/** Gives the memory to each thread that this thread starts. */
export const shareMemory = () => setEnvironmentData(KEY, memory)

/** Stores the state of the clock, with which new threads start. */
export function storeState({ offset_ms, frozen_at_ms }: ClockState) {
  if (isMainThread) state.set([offset_ms, frozen_at_ms ?? 0])
}

export function readState(): ClockState {
  const [offset_ms = 0, frozenAtMs] = state
  return { offset_ms, frozen_at_ms: frozenAtMs || null }
}

/** Wraps a function that sends messages, to count them. The counts reveal messages in transit between threads. */
function countSends(target: object, name: string) {
  const send: unknown = Reflect.get(target, name)
  if (typeof send !== 'function') return
  function sendCounted(this: object, ...args: never[]) {
    // Counts a message after it is sent, so that the receiver can already read every message that is counted.
    const result: unknown = Reflect.apply(send as () => unknown, this, args)
    Atomics.add(messages, 0, 1)
    return result
  }
  overwrite(target, { [name]: sendCounted })
}

/** Returns the function that tells how many messages the threads of this process have sent to threads and processes. */
export function watchMessages(on: Subscribe): () => number {
  countSends(MessagePort.prototype, 'postMessage')
  countSends(process, 'send')
  // Replaces `send` a little later, because a child process does not have this method before it has started.
  on<{ process: ChildProcess }>('child_process', ({ process: child }) =>
    queueMicrotask(() => countSends(child, 'send')),
  )
  return () => Atomics.load(messages, 0)
}
