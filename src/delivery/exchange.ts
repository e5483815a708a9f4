// One request and the whole of its answer, of which only the status is kept.

import type { Client, Dispatcher } from 'undici'
import { LIMITS } from '../spec/limits.ts'

/** What the receiver was too slow for. */
export class TooSlow extends Error {}

/** An answer counts once it is complete, or longer than anybody reads. */
export function exchange(client: Client, request: Dispatcher.DispatchOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let bytes = 0
    let tooSlow: TooSlow | undefined

    const timer = setTimeout(() => {
      tooSlow = new TooSlow()
      reject(tooSlow)
      controller?.abort(tooSlow)
    }, LIMITS.webhookAnswerSeconds * 1000)

    function answered() {
      clearTimeout(timer)
      resolve(status)
    }

    function failed(error: Error) {
      clearTimeout(timer)
      reject(error)
    }

    client.dispatch(request, {
      onRequestStart(started) {
        controller = started
        // It may have waited for the connection until nobody waits for it.
        if (tooSlow) started.abort(tooSlow)
      },
      onResponseStart(_controller, statusCode) {
        // Those below 200 only announce the answer.
        if (statusCode >= 200) status = statusCode
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length
        if (bytes > LIMITS.webhookAnswerBytes) {
          answered()
          controller!.abort(new Error('long enough'))
        }
      },
      onResponseEnd: answered,
      onResponseError: (_controller, error) => failed(error),
    })
  })
}
