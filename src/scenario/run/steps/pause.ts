// Lets real time pass.

import { duration } from '../../../lib/duration.ts'

export async function pause(params: unknown, signal?: AbortSignal): Promise<void> {
  const span = typeof params === 'object' && params !== null ? (params as { for: unknown }).for : params
  await sleep(duration.parse(span) * 1000, signal)
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
