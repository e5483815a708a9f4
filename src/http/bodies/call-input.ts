// Reads the parameters of a bot's call from its query and body.

import type { Context } from 'koa'
import { toRefusal } from '../../service/bot-api/answer.ts'
import type { Uploads } from '../../service/bot-api/handle-call.ts'
import type { Input } from '../../service/bot-api/operations/operation.ts'
import { Upload } from '../../service/media/upload.ts'
import { type Refusal, refusal } from '../../service/rules/refusals.ts'
import { BadBody } from './bad-body.ts'
import { MULTIPART_TYPE, readMultipart } from './multipart-body.ts'
import { type Fields, FORM_TYPE, JSON_TYPE, parseUrlEncoded, readForm, readJson } from './text-body.ts'

/** The type of a request's body: `other` if it is unsupported, undefined if the request does not have a body. */
export type BodyType = typeof JSON_TYPE | typeof FORM_TYPE | typeof MULTIPART_TYPE | 'other' | undefined

export function bodyType(ctx: Context): BodyType {
  const { 'transfer-encoding': encoding, 'content-length': length = 0 } = ctx.req.headers
  if (encoding === undefined && !(Number(length) > 0)) return undefined
  return (ctx.is(JSON_TYPE, FORM_TYPE, MULTIPART_TYPE) || 'other') as BodyType
}

/** The query overrides fields but not files, because some libraries repeat an upload's field in the query. */
export async function readInput(ctx: Context, type: BodyType, uploads?: Uploads): Promise<Input | Refusal> {
  try {
    const body = type === undefined ? {} : await readBody(ctx, type, uploads)
    for (const name in body) if (body[name] === null) delete body[name]
    return ctx.querystring ? { ...body, ...parseUrlEncoded(ctx.querystring), ...filesOf(body) } : body
  } catch (error) {
    if (ctx.req.socket.destroyed) throw error
    if (!(error instanceof BadBody)) return toRefusal(error)
    if (error.allowed) return refusal('requestTooLarge', 'multipart', { allowed: error.allowed })
    return refusal('badBody', 'unreadable', { reason: error.message })
  }
}

async function readBody(ctx: Context, type: BodyType, uploads: Uploads | undefined): Promise<Fields> {
  if (type === JSON_TYPE) return readObject(ctx)
  if (type === FORM_TYPE) return readForm(ctx)
  return type === MULTIPART_TYPE ? readMultipart(ctx, () => uploads?.folder()) : {}
}

/** Reads a JSON object. Accepts `null`, which Go clients send for a call without parameters. */
async function readObject(ctx: Context): Promise<Fields> {
  const value = await readJson(ctx).catch((error: unknown) => {
    throw error instanceof BadBody && !error.allowed ? new BadBody(`Invalid JSON: ${error.message}`) : error
  })
  if (value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Fields
  const type = Array.isArray(value) ? 'array' : typeof value
  throw new BadBody(`Invalid input: expected object, received ${type}`)
}

const filesOf = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value instanceof Upload))
