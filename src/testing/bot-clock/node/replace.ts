// Replaces Node's clocks and timers by versions that follow the bot's time.

import { syncBuiltinESMExports } from 'node:module'
import timersModule from 'node:timers'
import { promisify } from 'node:util'
import type { BotTime } from './bot-time.ts'
import { isCalledByHttpClient } from './http-clients.ts'
import { overwrite, restoreWith } from './overwrite.ts'
import { replacePromiseTimers } from './promise-timers.ts'
import { real } from './real-functions.ts'
import type { BotTimers } from './timers.ts'

type Timed = (callback: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) => unknown

export function replaceClocksAndTimers(time: BotTime, timers: BotTimers) {
  replaceClocks(time)
  const functions = timerFunctions(timers)
  const { setTimeoutPromise } = replacePromiseTimers(timers)
  Object.defineProperty(functions.setTimeout, promisify.custom, { enumerable: true, get: () => setTimeoutPromise })
  restoreWith(syncBuiltinESMExports)
  overwrite(globalThis, functions)
  overwrite(timersModule, functions)
  syncBuiltinESMExports()
}

function timerFunctions(timers: BotTimers) {
  /** Returns true if Node's own timer is needed: for an HTTP client, or to report an invalid callback as Node does. */
  const isForNode = (callback: unknown, timerFunction: (...args: never[]) => unknown) =>
    typeof callback !== 'function' || isCalledByHttpClient(timerFunction)

  function setTimeout(...[callback, delay, ...args]: Parameters<Timed>) {
    if (isForNode(callback, setTimeout)) return real.setTimeout(callback, delay, ...args)
    return timers.create(callback, delay, { args })
  }

  function setInterval(...[callback, delay, ...args]: Parameters<Timed>) {
    if (isForNode(callback, setInterval)) return real.setInterval(callback, delay, ...args)
    return timers.create(callback, delay, { args, repeats: true })
  }

  function clearTimeout(handle?: unknown) {
    if (!timers.cancel(handle)) real.clearTimeout(handle as NodeJS.Timeout)
  }
  return { setTimeout, setInterval, clearTimeout, clearInterval: clearTimeout }
}

function replaceClocks(time: BotTime) {
  const RealDate = real.Date
  const BotDate = new Proxy(RealDate, {
    apply: () => new RealDate(time.readNow()).toString(),
    construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [time.readNow()], newTarget),
  })
  overwrite(RealDate, {
    now() {
      return time.readNow()
    },
  })
  overwrite(RealDate.prototype, { constructor: BotDate })
  overwrite(globalThis, { Date: BotDate })
  replaceFormats(time)

  const elapsedNs = () => BigInt(Math.round(time.readElapsedMs() * 1e6))
  const startNs = real.elapsedNs() - elapsedNs()
  const monotonicNs = () => startNs + elapsedNs()
  const hrtime = (since?: [number, number]): [number, number] => {
    const ns = monotonicNs() - (since ? BigInt(since[0]) * 1_000_000_000n + BigInt(since[1]) : 0n)
    return [Number(ns / 1_000_000_000n), Number(ns % 1_000_000_000n)]
  }
  const { uptime } = process
  overwrite(process, {
    hrtime: Object.assign(hrtime, { bigint: monotonicNs }),
    uptime: () => uptime() + (time.readElapsedMs() - real.elapsedMs()) / 1000,
  })
  overwrite(performance, { now: () => time.readElapsedMs() })
}

/** Makes Intl.DateTimeFormat use the bot's time if it is called without a date. */
function replaceFormats(time: BotTime) {
  const { prototype } = Intl.DateTimeFormat
  const { formatToParts } = prototype
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'format')
  const format = descriptor?.get
  overwrite(prototype, {
    formatToParts(this: Intl.DateTimeFormat, date = time.readNow()) {
      return formatToParts.call(this, date)
    },
  })
  if (descriptor) restoreWith(() => Object.defineProperty(prototype, 'format', descriptor))
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const bound = format?.call(this) as Intl.DateTimeFormat['format']
      return (date = time.readNow()) => bound(date)
    },
  })
}
