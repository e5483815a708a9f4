// Leaves time for keys while many events arrive.

/** The part of the time in which events are applied and drawn. */
const SHARE = 1 / 8
const MIN_PAUSE_MS = 16
const MAX_PAUSE_MS = 200

/** Returns a function that calls another one soon, but after a pause in proportion to what the last call took. */
export function createPace(nowMs: () => number) {
  let nextMs = 0
  return (apply: () => void) =>
    void setTimeout(
      () => {
        const beganMs = nowMs()
        apply()
        // By then, the screen has been drawn.
        setImmediate(() => {
          const endedMs = nowMs()
          nextMs = endedMs + Math.min(MAX_PAUSE_MS, (endedMs - beganMs) / SHARE)
        })
      },
      Math.max(MIN_PAUSE_MS, nextMs - nowMs()),
    )
}
