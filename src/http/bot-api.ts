// The service's own door: /bot<token>/<operation>, by GET and POST.

import type { Middleware } from 'koa'
import { refusedAnswer } from '../bot-door.ts'
import type { Emulator } from '../emulator.ts'
import { refusal } from '../spec/refusals.ts'
import { decode } from './decode.ts'
import { hangUp } from './hang-up.ts'
import { reply } from './reply.ts'

const BOT_PATH = /^\/bot([^/]*)(?:\/([^/]*))?$/

export function botApi(emulator: Emulator): Middleware {
  return async (ctx, next) => {
    const path = BOT_PATH.exec(ctx.path)
    if (!path) return next()
    if (ctx.method !== 'POST' && ctx.method !== 'GET') {
      return reply(ctx, refusedAnswer(refusal('methodNotAllowed', 'method', { method: ctx.method })))
    }
    const input = await decode(ctx)
    const signal = hangUp(ctx)
    const answer = await emulator.call({ token: decoded(path[1]!), method: path[2] ?? '', input, signal })
    if (!signal.aborted) reply(ctx, answer)
  }
}

/** Anything else outside the control interface is a path that the service does not have. */
export const unknownPath: Middleware = (ctx) => reply(ctx, refusedAnswer(refusal('notFound', 'path')))

function decoded(token: string): string {
  if (!token.includes('%')) return token
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
