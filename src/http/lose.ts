// An answer that does not arrive: the connection is reset, or stays open and silent until the caller gives up.

import type { Context } from 'koa'

export function lose(ctx: Context, how: 'reset' | 'silence') {
  ctx.respond = false
  if (how === 'reset') ctx.req.socket.resetAndDestroy()
}
