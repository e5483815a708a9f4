// Sends one request to a webhook, and returns its answer or throws.

import type { Client, Dispatcher } from 'undici'
import { type Clock, stopwatch } from '../../lib/clock.ts'
import { clearTimeout, setTimeout } from '../../lib/real-timers.ts'
import { LIMITS } from '../rules/limits.ts'

export class AnswerTimeout extends Error {}

/** If a jump of the emulator's clock exceeds the time limit, a webhook still gets this much real time to answer. */
const GRACE_MS = 500

export interface ReceiverAnswer {
  status: number
  /** The body of the answer, or an empty string if it is longer than `LIMITS.webhookAnswerBytes`. */
  body: string
}

/** Resolves when the answer is complete or too long. Rejects if the connection fails or the time limit is exceeded. */
export function exchange(client: Client, request: Dispatcher.DispatchOptions, clock: Clock): Promise<ReceiverAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let bytes = 0
    const chunks: Buffer[] = []
    let timeoutError: AnswerTimeout | undefined

    const cancelTimeout = startAnswerTimeout(clock, () => {
      timeoutError = new AnswerTimeout()
      reject(timeoutError)
      controller?.abort(timeoutError)
    })

    function succeed(body: string) {
      cancelTimeout()
      resolve({ status, body })
    }

    function fail(error: Error) {
      cancelTimeout()
      reject(error)
    }

    client.dispatch(request, {
      onRequestStart(started) {
        controller = started
        // The time limit may have passed while the request waited for a connection.
        if (timeoutError) started.abort(timeoutError)
      },
      onResponseStart(_controller, statusCode) {
        // A status below 200, such as 100 Continue, is not the answer. The status of the answer follows.
        if (statusCode >= 200) status = statusCode
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length
        if (bytes <= LIMITS.webhookAnswerBytes) chunks.push(chunk)
        else {
          succeed('')
          controller!.abort(new Error('long enough'))
        }
      },
      onResponseEnd: () => succeed(chunks.length ? Buffer.concat(chunks).toString() : ''),
      onResponseError: (_controller, error) => fail(error),
    })
  })
}

/**
 * Calls back when the time limit is over in real time. If the limit is over earlier on the emulator's clock, calls back
 * at most `GRACE_MS` after that moment.
 */
function startAnswerTimeout(clock: Clock, callback: () => void): () => void {
  const limitMs = LIMITS.webhookAnswerSeconds * 1000
  const elapsed = stopwatch()
  let cancel = clock.timeout(limitMs, () => {
    const grace = setTimeout(callback, Math.max(0, Math.min(GRACE_MS, limitMs - elapsed())))
    cancel = () => clearTimeout(grace)
  })
  return () => cancel()
}

const ERROR_TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection reset by peer',
  EPIPE: 'Connection reset by peer',
  UND_ERR_SOCKET: 'Connection closed by peer',
  UND_ERR_CONNECT_TIMEOUT: 'Connection timed out',
}

export function failureText(error: unknown): string {
  if (error instanceof AnswerTimeout) return 'Read timeout expired'
  const { message, code = '' } = error as Error & { code?: string }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'SSL error: wrong version number: the receiver speaks plain http'
  if (/CERT|SIGNATURE|ISSUER|TLS|SSL/.test(code)) return `SSL error: ${reasonIn(message)}`
  return ERROR_TEXTS[code] ?? message
}

/** Returns the reason in an error of OpenSSL, without its error numbers and source locations. */
const reasonIn = (message: string) => /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1] ?? message
