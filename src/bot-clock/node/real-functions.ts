// Node's own timers and clocks, saved before versions on the bot's time replace them.

export const real = {
  Date: globalThis.Date,
  now: globalThis.Date.now,
  elapsedMs: performance.now.bind(performance),
  elapsedNs: process.hrtime.bigint,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
}
