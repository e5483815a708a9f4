// Counts the messages between the threads of this process.

import { getEnvironmentData, MessagePort, setEnvironmentData } from 'node:worker_threads'
import { overwrite } from './overwrite.ts'

const KEY = 'bot-emulator.clock'

/** Returns the function that tells how many messages the threads of this process have sent to each other. */
export function watchMessages(): () => number {
  const shared = getEnvironmentData(KEY)
  const counter = shared instanceof Int32Array ? shared : new Int32Array(new SharedArrayBuffer(4))
  // Each thread that this thread starts gets the counter.
  setEnvironmentData(KEY, counter)
  const { postMessage } = MessagePort.prototype
  function postCounted(this: MessagePort, ...args: never[]) {
    // The count changes after the message is sent. The receiver can then read every message that is counted.
    Reflect.apply(postMessage, this, args)
    Atomics.add(counter, 0, 1)
  }
  overwrite(MessagePort.prototype, { postMessage: postCounted })
  return () => Atomics.load(counter, 0)
}
