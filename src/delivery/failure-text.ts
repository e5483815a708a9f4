// Why a delivery got no answer, in the words that getWebhookInfo shows.

import { TooSlow } from './exchange.ts'

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
