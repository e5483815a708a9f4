// Sends one request to a webhook, and returns its answer or throws.

import { clearTimeout, setTimeout } from 'node:timers'
import type { Client, Dispatcher } from 'undici'
import { type Clock, stopwatch } from '../lib/clock.ts'
import { LIMITS } from '../spec/limits.ts'

/** Thrown if the receiver does not answer in time. */
export class AnswerTimeout extends Error {}

/** The real time that an answer still has if the emulator's clock jumps past the timeout. */
const GRACE_MS = 500

export interface ReceiverAnswer {
  status: number
  /** Empty if the body exceeds the limit. */
  body: string
}

/** Sends the request. Resolves when the answer is complete or its body exceeds the limit. */
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
        // The request may have timed out while it waited for the connection.
        if (timeoutError) started.abort(timeoutError)
      },
      onResponseStart(_controller, statusCode) {
        // A status below 200 is informational; the actual answer follows.
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

/** Calls back when the timeout has passed, on the emulator's clock or in real time. Returns a function that cancels this. */
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

/** Extracts the reason from OpenSSL's message, which also contains error numbers and source locations. */
const reasonIn = (message: string) => /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1] ?? message
