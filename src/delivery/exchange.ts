// One request to a webhook: its whole answer, or why there is none.

import { clearTimeout, setTimeout } from 'node:timers'
import type { Client, Dispatcher } from 'undici'
import { type Clock, stopwatch } from '../lib/clock.ts'
import { LIMITS } from '../spec/limits.ts'

/** What the receiver was too slow for. */
export class TooSlow extends Error {}

/** How long an answer may still be on its way, in real time, when the clock jumps past its end. */
const GRACE_MS = 500

export interface ReceiverAnswer {
  status: number
  /** Nothing where it is longer than anybody reads. */
  body: string
}

/** An answer counts once it is complete, or longer than anybody reads. */
export function exchange(client: Client, request: Dispatcher.DispatchOptions, clock: Clock): Promise<ReceiverAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let bytes = 0
    const chunks: Buffer[] = []
    let tooSlow: TooSlow | undefined

    const cancelTimeout = answerTimeout(clock, () => {
      tooSlow = new TooSlow()
      reject(tooSlow)
      controller?.abort(tooSlow)
    })

    function answered(body: string) {
      cancelTimeout()
      resolve({ status, body })
    }

    function failed(error: Error) {
      cancelTimeout()
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
        if (bytes <= LIMITS.webhookAnswerBytes) chunks.push(chunk)
        else {
          answered('')
          controller!.abort(new Error('long enough'))
        }
      },
      onResponseEnd: () => answered(chunks.length ? Buffer.concat(chunks).toString() : ''),
      onResponseError: (_controller, error) => failed(error),
    })
  })
}

/** Calls back when the receiver's seconds have passed, on the clock or in real time; the answer takes that back. */
function answerTimeout(clock: Clock, callback: () => void): () => void {
  const limitMs = LIMITS.webhookAnswerSeconds * 1000
  const elapsed = stopwatch()
  let cancel = clock.timeout(limitMs, () => {
    const grace = setTimeout(callback, Math.min(GRACE_MS, limitMs - elapsed()))
    cancel = () => clearTimeout(grace)
  })
  return () => cancel()
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset by peer',
  EPIPE: 'Connection reset by peer',
  UND_ERR_SOCKET: 'Connection closed by peer',
  UND_ERR_CONNECT_TIMEOUT: 'Connection timed out',
}

export function failureText(error: unknown): string {
  if (error instanceof TooSlow) return 'Read timeout expired'
  const { message, code = '' } = error as Error & { code?: string }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'SSL error: wrong version number: the receiver speaks plain http'
  if (/CERT|SIGNATURE|ISSUER|TLS|SSL/.test(code)) return `SSL error: ${reasonIn(message)}`
  return WORDS[code] ?? message
}

/** OpenSSL writes numbers and places in its own sources around the reason. */
const reasonIn = (message: string) => /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1] ?? message
