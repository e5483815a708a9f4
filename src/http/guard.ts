// Checks who may send requests.

import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Context, Middleware } from 'koa'
import { CONTROL_PATH } from '../control/contract/addresses.ts'
import { isLoopbackAddress } from '../lib/net/addresses.ts'
import { Problem } from '../lib/problem.ts'
import { isPagePath } from './page.ts'
import { replyProblem } from './reply.ts'

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
const ALLOWED_SITES = ['same-origin', 'none']

/** Refuses DNS rebinding (a foreign Host), scripts (a foreign Origin), links and forms of other sites. */
export function refuseForeignRequests(bound: string): Middleware {
  return (ctx, next) => {
    const { host = '', origin, 'sec-fetch-site': site = 'none' } = ctx.req.headers
    if (!isOwnHost(bound, host)) {
      const hint = 'Call 127.0.0.1 or localhost, or start the emulator with this name in --host.'
      const problem = new Problem('foreign-host', `"${host}" isn't an address of this emulator.`, hint)
      return refuse(ctx, problem)
    }
    const hint = 'Call the emulator from a program, or from its own page.'
    const foreign = (code: string, message: string) => refuse(ctx, new Problem(code, message, hint))
    if (origin !== undefined && origin !== `http://${host}`) {
      return foreign('foreign-origin', `A page of ${origin} can't use this emulator.`)
    }
    if (!ALLOWED_SITES.includes(String(site))) {
      return foreign('foreign-site', `A page of another site sent this request (${site}).`)
    }
    return next()
  }
}

/** On a bot's path, the answer also has the fields in which bots look for an error. */
function refuse(ctx: Context, problem: Problem) {
  const forBots = ctx.path.startsWith('/bot') && { error_code: 403, description: `Forbidden: ${problem.message}` }
  replyProblem(ctx, problem, 403, forBots || {})
}

/** Returns a host as it is written in a URL, with brackets around an IPv6 address. */
export const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

const isUnspecifiedAddress = (host: string) => host === '0.0.0.0' || host === '::'

/** Returns true for a host that an attacker cannot point at this machine through the public DNS. */
const isPrivateName = (name: string) =>
  isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.') || name.endsWith('.internal')

/** Returns false for a foreign domain whose DNS entry an attacker has pointed at this machine. */
function isOwnHost(bound: string, header: string): boolean {
  const name = header.toLowerCase().replace(/:\d+$/, '')
  if (name === '') return false
  return (
    LOOPBACK_NAMES.includes(name) || name === hostInUrl(bound) || (isUnspecifiedAddress(bound) && isPrivateName(name))
  )
}

export const isControlPath = (path: string) => path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`)

export function requireTokenBeyondLoopback(host: string, token: string | undefined) {
  if (token || host === 'localhost' || isLoopbackAddress(host)) return
  const message = `Other machines can reach ${host}, and /_emulator lets them act as any person.`
  const hint = 'Pass a secret with --control-token (or BOT_EMULATOR_CONTROL_TOKEN), or pass --host 127.0.0.1.'
  throw new Problem('control-token-missing', message, hint)
}

export function requireControlToken(token: string): Middleware {
  const expected = digest(token)
  return (ctx, next) => {
    const sentToken = /^Bearer +(.+)$/i.exec(ctx.get('authorization'))?.[1]
    if (!isControlPath(ctx.path) || isPagePath(ctx.path) || timingSafeEqual(digest(sentToken ?? ''), expected))
      return next()
    ctx.set('WWW-Authenticate', 'Bearer')
    const isMissing = sentToken === undefined
    const message = isMissing
      ? 'This emulator requires its control token.'
      : 'The sent token is not the control token of this emulator.'
    const hint =
      'Set BOT_EMULATOR_CONTROL_TOKEN or pass --control-token; in the library, pass controlToken. ' +
      'Over HTTP, send the header "Authorization: Bearer <token>".'
    return replyProblem(ctx, new Problem('control-token', message, hint), 401)
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
