// Makes timers/promises, scheduler.wait and AbortSignal.timeout follow the bot's time.

import { EventEmitter, on, once } from 'node:events'
import promisesModule from 'node:timers/promises'
import { isCalledByHttpClient } from './http-clients.ts'
import { overwrite } from './overwrite.ts'
import type { BotTimers } from './timers.ts'

interface TimerOptions {
  ref?: boolean
  signal?: AbortSignal
}

export function replacePromiseTimers(timers: BotTimers) {
  const realTimeout = promisesModule.setTimeout
  const realSignalTimeout = AbortSignal.timeout.bind(AbortSignal)

  /** Starts a timer that emits the event `due`. */
  function start(delay: unknown, { ref = true }: TimerOptions, repeats: boolean) {
    const emitter = new EventEmitter()
    const timer = timers.create(() => emitter.emit('due'), delay, { repeats })
    return { emitter, timer: ref ? timer : timer.unref() }
  }

  async function setTimeoutPromise<Value>(delay?: number, value?: Value, options: TimerOptions = {}) {
    if (isCalledByHttpClient(setTimeoutPromise)) return realTimeout(delay, value, options)
    const { emitter, timer } = start(delay, options, false)
    try {
      await once(emitter, 'due', options)
      return value
    } finally {
      timer.close()
    }
  }

  async function* setIntervalIterator<Value>(delay?: number, value?: Value, options: TimerOptions = {}) {
    const { emitter, timer } = start(delay, options, true)
    try {
      for await (const _ of on(emitter, 'due', options)) yield value
    } finally {
      timer.close()
    }
  }

  overwrite(promisesModule, { setTimeout: setTimeoutPromise, setInterval: setIntervalIterator })
  const wait = (delay: number, options?: TimerOptions) => setTimeoutPromise(delay, undefined, options)
  overwrite(Object.getPrototypeOf(promisesModule.scheduler), { wait })

  function timeout(delay: number) {
    if (!(Number.isInteger(delay) && delay >= 0) || isCalledByHttpClient(timeout)) return realSignalTimeout(delay)
    const controller = new AbortController()
    const expire = () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    timers.create(expire, delay, { isSignal: true }).unref()
    return controller.signal
  }
  overwrite(AbortSignal, { timeout })
  return { setTimeoutPromise }
}
