// Answers whether this is the emulator that left a key in its owner's folder; asked before anybody trusts it with a token.

import type { Middleware } from 'koa'
import { CONTROL_PATH } from '../contract/control-path.ts'
import { Problem } from '../lib/problem.ts'
import { isSecret, proofOf } from '../lib/proof.ts'
import { replyProblem } from './reply-problem.ts'

const PATH = `${CONTROL_PATH}/proof`

export function proveItself(key: string): Middleware {
  return (ctx, next) => {
    if (ctx.path !== PATH || ctx.method !== 'GET') return next()
    const question = new URLSearchParams(ctx.querystring).get('question')
    if (!isSecret(question)) {
      const hint = 'Ask with ?question= and 32 hexadecimal digits of your own.'
      return replyProblem(ctx, new Problem('invalid-params', 'There is no question to prove it by.', hint))
    }
    ctx.body = { ok: true, result: { proof: proofOf(key, ctx.req.socket.localPort ?? 0, question) } }
  }
}
