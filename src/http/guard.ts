// Keeps out what a browser may be tricked into: foreign hosts (DNS rebinding) and foreign origins.

import type { Middleware } from 'koa'
import { Problem } from '../lib/problem.ts'
import { replyProblem } from './reply-problem.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

export function guard(boundHost: string): Middleware {
  const hosts = new Set([...LOOPBACK, boundHost.includes(':') ? `[${boundHost}]` : boundHost])
  return (ctx, next) => {
    const host = ctx.req.headers.host ?? ''
    if (!hosts.has(hostName(host))) {
      const hint = `Call it as ${[...hosts].join(', ')}; --host adds the host it binds.`
      return replyProblem(
        ctx,
        new Problem('foreign-host', `The Host header "${host}" is not this emulator's.`, hint),
        403,
      )
    }
    const { origin } = ctx.req.headers
    if (origin !== undefined && origin !== `http://${host}`) {
      const hint = 'Web pages of other origins have no access; call it from a program.'
      return replyProblem(ctx, new Problem('foreign-origin', `The Origin "${origin}" is foreign.`, hint), 403)
    }
    return next()
  }
}

const hostName = (host: string) => host.toLowerCase().replace(/:\d+$/, '')
