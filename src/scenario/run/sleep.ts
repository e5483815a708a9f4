// Lets real time pass.

import { timerMs } from '../../lib/clock.ts'

/** So long, or until it is woken. */
export function sleep(ms: number, signal?: AbortSignal, woken?: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const timer = setTimeout(end, timerMs(ms / 1000))
    void woken?.then(end)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
