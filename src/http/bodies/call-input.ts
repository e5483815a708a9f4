// Reads the parameters of a bot's call from query, JSON, form or multipart into one plain object.

import type { Context } from 'koa'
import { refusalOf } from '../../bot-api/answer.ts'
import type { Uploads } from '../../bot-api/handle-call.ts'
import type { Input } from '../../bot-api/operations/operation.ts'
import { Upload } from '../../media/upload.ts'
import { type Refusal, refusal } from '../../spec/refusals.ts'
import { BadBody } from './bad-body.ts'
import { type Fields, FORM_TYPE, firstOfEach, JSON_TYPE, MAX_BODY_BYTES, readForm, readJson } from './koa-bodies.ts'
import { MULTIPART_TYPE, readMultipart } from './multipart-body.ts'

/** `other` for a type that is not read, undefined if there is no body. */
export type BodyType = typeof JSON_TYPE | typeof FORM_TYPE | typeof MULTIPART_TYPE | 'other' | undefined

export function bodyType(ctx: Context): BodyType {
  const { 'transfer-encoding': encoding, 'content-length': length = 0 } = ctx.req.headers
  if (encoding === undefined && !(Number(length) > 0)) return undefined
  return (ctx.is(JSON_TYPE, FORM_TYPE, MULTIPART_TYPE) || 'other') as BodyType
}

/** The query replaces fields but not files: some libraries also name the field of an upload in the query, empty. */
export async function readInput(ctx: Context, type: BodyType, uploads?: Uploads): Promise<Input | Refusal> {
  try {
    const body = type === undefined ? {} : await readBody(ctx, type, uploads)
    for (const name in body) if (body[name] === null) delete body[name]
    return ctx.querystring ? { ...body, ...firstOfEach(ctx.querystring), ...filesOf(body) } : body
  } catch (error) {
    if (ctx.req.socket.destroyed) throw error
    if (!(error instanceof BadBody)) return refusalOf(error)
    if (error.allowed) return refusal('requestTooLarge', 'multipart', { allowed: error.allowed })
    return refusal('badBody', 'unreadable', { reason: error.message })
  }
}

async function readBody(ctx: Context, type: BodyType, uploads: Uploads | undefined): Promise<Fields> {
  if (type === JSON_TYPE) return objectIn(await jsonIn(ctx))
  if (type === FORM_TYPE) return readForm(ctx)
  return type === MULTIPART_TYPE ? readMultipart(ctx, MAX_BODY_BYTES, () => uploads?.folder()) : {}
}

async function jsonIn(ctx: Context): Promise<unknown> {
  try {
    return await readJson(ctx)
  } catch (error) {
    throw error instanceof BadBody && !error.allowed ? new BadBody(`Invalid JSON: ${error.message}`) : error
  }
}

function objectIn(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  throw new BadBody(`Invalid input: expected object, received ${type}`)
}

const filesOf = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value instanceof Upload))
