// Keeps out what a browser may be tricked into: foreign hosts (DNS rebinding), foreign origins, links from other sites.

import { isIP } from 'node:net'
import type { Middleware } from 'koa'
import { Problem } from '../lib/problem.ts'
import { inUrl } from './bound-host.ts'
import { replyProblem } from './reply-problem.ts'

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
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

const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::'

/** Names that nobody can point here from outside: addresses, and names that the public DNS does not give away. */
const isPrivateName = (name: string) =>
  isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.') || name.endsWith('.internal')

/** Whether a Host header may name what is bound; a foreign name is how a web page rebinds its own to this machine. */
function mayBeCalled(bound: string, header: string): boolean {
  const name = header.toLowerCase().replace(/:\d+$/, '')
  if (name === '') return false
  return LOOPBACK_NAMES.includes(name) || name === inUrl(bound) || (isEveryAddress(bound) && isPrivateName(name))
}
