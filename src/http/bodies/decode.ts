// Reads the parameters of a call from query, JSON, form or multipart into one plain object. The query wins over
// all but a file: some libraries name the field of an upload in the query as well, with nothing behind it.

import type { Context } from 'koa'
import { refusalOf } from '../../bot-api/answer.ts'
import type { Uploads } from '../../bot-api/handle-call.ts'
import type { Input } from '../../bot-api/operations/operation.ts'
import { Upload } from '../../media/upload.ts'
import { Refusal, refusal } from '../../spec/refusals.ts'
import { BadBody } from './bad-body.ts'
import { firstOfEach } from './first-of-each.ts'
import { FORM_TYPE, formReader, JSON_TYPE, jsonReader, MULTIPART_TYPE, multipartReader } from './read-body.ts'

type Fields = Record<string, unknown>

/** Far above what any parameters need; it only keeps a body from filling the memory. */
const MAX_BYTES = 16 * 1024 * 1024

const readJson = jsonReader(MAX_BYTES)
const readForm = formReader(MAX_BYTES)
const readMultipart = multipartReader(MAX_BYTES)

/** The type of a body as it is read, `other` where it is not, and nothing where there is no body. */
export type BodyType = typeof JSON_TYPE | typeof FORM_TYPE | typeof MULTIPART_TYPE | 'other' | undefined

export function bodyType(ctx: Context): BodyType {
  const { 'transfer-encoding': encoding, 'content-length': length = 0 } = ctx.req.headers
  if (encoding === undefined && !(Number(length) > 0)) return undefined
  return (ctx.is(JSON_TYPE, FORM_TYPE, MULTIPART_TYPE) || 'other') as BodyType
}

/** Files of a multipart body are empty texts where no files are taken. */
export async function decode(ctx: Context, type: BodyType, uploads?: Uploads): Promise<Input | Refusal> {
  const body = type === undefined ? {} : await bodyFields(ctx, type, uploads)
  if (body instanceof Refusal) return body
  for (const name in body) if (body[name] === null) delete body[name]
  if (!ctx.querystring) return body
  const query = queryFields(ctx.querystring)
  return query instanceof Refusal ? query : { ...body, ...query, ...filesOf(body) }
}

function queryFields(querystring: string): Fields | Refusal {
  try {
    return firstOfEach(querystring)
  } catch (error) {
    if (error instanceof BadBody) return unreadable(error.message)
    throw error
  }
}

const filesOf = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value instanceof Upload))

async function bodyFields(ctx: Context, type: BodyType, uploads: Uploads | undefined): Promise<Fields | Refusal> {
  try {
    if (type === JSON_TYPE) return objectIn(await readJson(ctx))
    if (type === FORM_TYPE) return firstOfEach(await readForm(ctx))
    if (type === MULTIPART_TYPE) return await readMultipart(ctx, uploads)
    return {}
  } catch (error) {
    if (ctx.req.socket.destroyed) throw error
    if (!(error instanceof BadBody)) return refusalOf(error)
    if (error.allowed) return refusal('requestTooLarge', 'multipart', { allowed: error.allowed })
    return unreadable(type === JSON_TYPE ? `Invalid JSON: ${error.message}` : error.message)
  }
}

function objectIn(value: unknown): Fields | Refusal {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  return unreadable(`Invalid input: expected object, received ${type}`)
}

const unreadable = (reason: string) => refusal('badBody', 'unreadable', { reason })
