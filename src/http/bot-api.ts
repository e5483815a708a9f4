// Serves the bot API: GET and POST of /bot<token>/<operation>.

import type { Context, Middleware } from 'koa'
import type { Emulator } from '../emulator.ts'
import { copyText } from '../lib/text.ts'
import { refusalAnswer } from '../service/bot-api/answer.ts'
import type { BotCall } from '../service/bot-api/bot-call.ts'
import { Refusal, refusal } from '../service/rules/refusals.ts'
import { type BodyType, bodyType, readInput } from './bodies/call-input.ts'
import { disconnectSignal, loseConnection, reply } from './reply.ts'
import { Router } from './router.ts'

/** Token and operation are optional, so that a call without them also gets a refusal of the bot API. */
const PATH = '/bot{:token}{/{:operation}}'

export function botApi(emulator: Emulator): Middleware {
  const router = new Router({ sensitive: true, strict: true })

  router.all(PATH, async (ctx) => {
    if (ctx.method !== 'POST' && ctx.method !== 'GET') {
      return reply(ctx, refusalAnswer(refusal('methodNotAllowed', 'method', { method: ctx.method })))
    }
    // The operation is read from the path, because the router would decode escapes in its name.
    const method = copyText(ctx.path.split('/')[2] ?? '')
    const call = { token: ctx.params.token ?? '', method, signal: () => disconnectSignal(ctx) }
    const type = bodyType(ctx)
    const answer = type
      ? await answerWithBody(emulator, ctx, type, call)
      : await emulator.call({ ...call, input: await readInput(ctx, type) })
    if (ctx.res.closed) return
    if (answer.lost) loseConnection(ctx, answer.lost)
    else reply(ctx, answer)
  })

  return router.routes() as Middleware
}

type CallWithoutInput = Omit<BotCall, 'input' | 'transferring'>

/** Checks the token before the body is read. Uploaded files occupy a transfer slot until the call is answered. */
async function answerWithBody(emulator: Emulator, ctx: Context, type: BodyType, call: CallWithoutInput) {
  const uploads = await emulator.checkBeforeBody(call.token, call.method)
  if (uploads instanceof Refusal) return emulator.call({ ...call, input: uploads })
  try {
    const input = await readInput(ctx, type, uploads)
    return await emulator.call({ ...call, input, transferring: uploads?.hasFile() ?? false })
  } finally {
    if (uploads) await uploads.release()
  }
}

export const refuseUnknownPath: Middleware = (ctx) => reply(ctx, refusalAnswer(refusal('notFound', 'path')))
