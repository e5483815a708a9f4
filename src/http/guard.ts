// Keeps out what a browser may be tricked into: foreign hosts (DNS rebinding), foreign origins, links from other sites.

import type { Middleware } from 'koa'
import { Problem } from '../lib/problem.ts'
import { mayBeCalled } from './bound-host.ts'
import { replyProblem } from './reply-problem.ts'

const OWN_SITE = ['same-origin', 'none']

export function guard(bound: string): Middleware {
  return (ctx, next) => {
    const { host = '', origin, 'sec-fetch-site': site = 'none' } = ctx.req.headers
    if (!mayBeCalled(bound, host)) {
      const hint = 'Call it as localhost or by its address; --host adds the name it binds.'
      const problem = new Problem('foreign-host', `The Host header "${host}" is not this emulator's.`, hint)
      return replyProblem(ctx, problem, 403)
    }
    const hint = 'Web pages of other origins have no access; call it from a program.'
    if (origin !== undefined && origin !== `http://${host}`) {
      return replyProblem(ctx, new Problem('foreign-origin', `The Origin "${origin}" is foreign.`, hint), 403)
    }
    if (!OWN_SITE.includes(String(site))) {
      return replyProblem(ctx, new Problem('foreign-site', `A page of another site asks this (${site}).`, hint), 403)
    }
    return next()
  }
}
