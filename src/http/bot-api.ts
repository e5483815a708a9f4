// The service's own door: /bot<token>/<operation>, by GET and POST.

import type { Context, Middleware } from 'koa'
import { type Answer, refusedAnswer } from '../bot-api/answer.ts'
import type { Emulator } from '../emulator.ts'
import { copied } from '../lib/text.ts'
import { Refusal, refusal } from '../spec/refusals.ts'
import { drain } from './bodies/bad-body.ts'
import { type BodyType, bodyType, readInput } from './bodies/call-input.ts'
import { hangUp, lose, reply } from './reply.ts'
import { Router } from './router.ts'

/** Without a token or an operation it is a bot's call all the same, and refused as one. */
const PATH = '/bot{:token}{/{:operation}}'

export function botApi(emulator: Emulator): Middleware {
  const router = new Router({ sensitive: true, strict: true })

  router.all(PATH, onlyGetAndPost, async (ctx) => {
    // The router decodes what it finds in a path; the name of an operation counts as it stands there.
    const method = copied(ctx.path.split('/')[2] ?? '')
    const called = { token: ctx.params.token ?? '', method, signal: () => hangUp(ctx) }
    const type = bodyType(ctx)
    const answer = type
      ? await answerWithBody(emulator, ctx, type, called)
      : await emulator.call({ ...called, input: await readInput(ctx, type) })
    if (ctx.res.closed) return
    if (answer.lost) lose(ctx, answer.lost)
    else reply(ctx, answer)
  })

  return router.routes() as Middleware
}

const onlyGetAndPost: Middleware = (ctx, next) => {
  if (ctx.method === 'POST' || ctx.method === 'GET') return next()
  return reply(ctx, refusedAnswer(refusal('methodNotAllowed', 'method', { method: ctx.method })))
}

interface Called {
  token: string
  method: string
  signal: () => AbortSignal
}

/** Files hold their place until they are answered, however the request ends. */
async function answerWithBody(emulator: Emulator, ctx: Context, type: BodyType, called: Called): Promise<Answer> {
  const uploads = await emulator.admitBody(called.token, called.method)
  if (uploads instanceof Refusal) {
    await drain(ctx.req)
    return emulator.call({ ...called, input: uploads })
  }
  try {
    const input = await readInput(ctx, type, uploads)
    return await emulator.call({ ...called, input, transferring: uploads?.begun() ?? false })
  } finally {
    if (uploads) await uploads.leave()
  }
}

/** Anything else outside the control interface is a path that the service does not have. */
export const unknownPath: Middleware = (ctx) => reply(ctx, refusedAnswer(refusal('notFound', 'path')))
