// Node's own timers and clocks, saved before versions on the bot's time replace them.

/** The number of Node's async ids that the timers of this folder have used. Other ids show work of the program. */
export const ownAsyncIds = { count: 0 }

const { setImmediate, setTimeout } = globalThis

export const real = {
  Date: globalThis.Date,
  now: globalThis.Date.now,
  elapsedMs: performance.now.bind(performance),
  elapsedNs: process.hrtime.bigint,
  setTimeout<Args extends unknown[]>(callback: (...args: Args) => void, delayMs?: number, ...args: Args) {
    const timeout = setTimeout(callback, delayMs, ...args)
    ownAsyncIds.count++
    return timeout
  },
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate(callback: () => void) {
    const immediate = setImmediate(callback)
    ownAsyncIds.count++
    return immediate
  },
}
