// Our own errors over HTTP: a status for each family, the sentence, and the hint.

import type { Context } from 'koa'
import type { Problem } from '../lib/problem.ts'
import { reply } from './reply.ts'

const STATUS: Readonly<Record<string, number>> = {
  'not-found': 404,
  'no-such-route': 404,
  'no-such-view': 404,
  'no-such-message': 404,
  'no-such-update': 404,
  'no-such-delivery': 404,
  'unknown-action': 404,
  'no-such-file': 404,
  'no-such-bytes': 404,
  'no-such-call': 408,
  'too-large': 413,
  'disk-full': 507,
  'unwritable-folder': 507,
  'unwritable-database': 507,
  internal: 500,
  'broken-package': 500,
  'no-right': 403,
  'no-permission': 403,
  'not-a-member': 403,
  muted: 403,
  banned: 403,
  blocked: 403,
}

export function replyProblem(ctx: Context, { code, message, hint, details }: Problem, status = STATUS[code] ?? 400) {
  const error = { code, message, hint, ...(details && { details }) }
  reply(ctx, { status, body: JSON.stringify({ ok: false, error }) })
}
