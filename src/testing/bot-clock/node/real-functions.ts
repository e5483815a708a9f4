// Node's own timers and clocks, saved before others replace them.

/**
 * How many async ids Node has given to the bot's clock itself, for example to its real timers. Any other new id shows
 * that the program has started work.
 */
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
  setImmediate(callback: () => void) {
    const immediate = setImmediate(callback)
    ownAsyncIds.count++
    return immediate
  },
}
