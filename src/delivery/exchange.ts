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
    let failure: Error | undefined
    const timer = setTimeout(() => end(new TooSlow()), LIMITS.webhookAnswerSeconds * 1000)

    function end(error?: Error) {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(status)
      failure = error
    }

    client.dispatch(request, {
      onRequestStart(started) {
        controller = started
        if (failure) started.abort(failure)
      },
      onResponseStart(_controller, given) {
        // Those below 200 only announce the answer.
        if (given >= 200) status = given
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length
        if (bytes > LIMITS.webhookAnswerBytes) {
          end()
          controller!.abort(new Error('long enough'))
        }
      },
      onResponseEnd: () => end(),
      onResponseError: (_controller, error) => end(error),
    })
  })
}
