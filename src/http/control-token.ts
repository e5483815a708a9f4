// Whoever reaches the emulator from another machine has to bring a token to act as people.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Middleware } from 'koa'
import { Problem } from '../lib/problem.ts'
import { isLoopbackHost } from './bound-host.ts'
import { isControl } from './control-api.ts'
import { replyProblem } from './reply-problem.ts'

export function requireTokenBeyondLoopback(host: string, token: string | undefined) {
  if (token || isLoopbackHost(host)) return
  throw new Problem(
    'control-token-missing',
    `${host} can be reached from other machines, and whoever reaches /_emulator can act as anybody.`,
    'Choose a secret with --control-token (or BOT_EMULATOR_CONTROL_TOKEN), or bind 127.0.0.1.',
  )
}

export function controlToken(token: string): Middleware {
  const expected = digest(token)
  return (ctx, next) => {
    const sent = /^Bearer +(.+)$/i.exec(ctx.get('authorization'))?.[1]
    if (!isControl(ctx.path) || timingSafeEqual(digest(sent ?? ''), expected)) return next()
    ctx.set('WWW-Authenticate', 'Bearer')
    const said = sent === undefined ? 'This emulator asks for its control token.' : 'This is not its control token.'
    const hint = 'Send the header "Authorization: Bearer <token>" with the token of --control-token.'
    return replyProblem(ctx, new Problem('control-token', said, hint), 401)
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
