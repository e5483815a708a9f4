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
  if (/CERT|SIGNATURE|ISSUER|TLS|SSL/.test(code)) return `SSL error: ${message}`
  return WORDS[code] ?? message
}
