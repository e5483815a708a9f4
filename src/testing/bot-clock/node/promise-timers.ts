// Makes timers/promises, scheduler.wait and AbortSignal.timeout follow the bot's time.

import promisesModule from 'node:timers/promises'
import { isCalledByHttpClient } from './http-clients.ts'
import { overwrite } from './overwrite.ts'
import type { BotTimers } from './timers.ts'

interface TimerOptions {
  ref?: boolean
  signal?: AbortSignal
}

/**
 * Node's own timer functions, used for the timeouts of HTTP clients, and to throw Node's own errors for invalid
 * arguments.
 */
const realPromises = { ...promisesModule }
const realSignalTimeout = AbortSignal.timeout.bind(AbortSignal)

export function replacePromiseTimers(timers: BotTimers) {
  function setTimeoutPromise<Value>(delay?: number, value?: Value, options: TimerOptions = {}): Promise<Value> {
    const { signal, ref = true } = options
    if (!isValid(options) || signal?.aborted || isCalledByHttpClient(setTimeoutPromise))
      return realPromises.setTimeout(delay, value, options) as Promise<Value>
    return new Promise((resolve, reject) => {
      const abort = () => {
        timers.cancel(timer)
        reject(abortError(signal))
      }
      const finish = () => {
        signal?.removeEventListener('abort', abort)
        resolve(value as Value)
      }
      const timer = timers.create(finish, delay, [], false)
      if (!ref) timer.unref()
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  async function* setIntervalIterator<Value>(delay?: number, value?: Value, options: TimerOptions = {}) {
    const { signal, ref = true } = options
    if (!isValid(options) || signal?.aborted) {
      yield* realPromises.setInterval(delay, value, options)
      return
    }
    let ticks = 0
    let wake = () => {}
    const tick = () => {
      ticks++
      wake()
    }
    const abort = () => wake()
    const timer = timers.create(tick, delay, [], true)
    if (!ref) timer.unref()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      for (;;) {
        if (signal?.aborted) throw abortError(signal)
        if (!ticks) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        } else {
          ticks--
          yield value as Value
        }
      }
    } finally {
      timers.cancel(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  overwrite(promisesModule, { setTimeout: setTimeoutPromise, setInterval: setIntervalIterator })
  const wait = (delay: number, options?: TimerOptions) => setTimeoutPromise(delay, undefined, options)
  overwrite(Object.getPrototypeOf(promisesModule.scheduler), { wait })

  function timeout(delay: number) {
    if (!(Number.isInteger(delay) && delay >= 0) || isCalledByHttpClient(timeout)) return realSignalTimeout(delay)
    const controller = new AbortController()
    const expire = () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    timers.create(expire, delay, [], false).unref().isSignal = true
    return controller.signal
  }
  overwrite(AbortSignal, { timeout })
  return { setTimeoutPromise }
}

const isValid = ({ signal, ref }: TimerOptions) =>
  (signal === undefined || signal instanceof AbortSignal) && (ref === undefined || typeof ref === 'boolean')

/** Returns an error like Node's own for an aborted timer. */
const abortError = (signal?: AbortSignal) =>
  Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  })
