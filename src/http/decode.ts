// Reads the parameters of a call from query, JSON, form or multipart into one plain object. The query wins over
// all but a file: some libraries name the field of an upload in the query as well, with nothing behind it.

import type { Context } from 'koa'
import type { Input } from '../bot-api/operations/operation.ts'
import { Upload } from '../media/upload.ts'
import { Refusal, refusal } from '../spec/refusals.ts'
import { multipartFields } from './multipart.ts'
import { readText } from './read-text.ts'

type Fields = Record<string, unknown>

/** The files of a multipart body go into the folder, if there is one. */
export async function decode(ctx: Context, folder?: string): Promise<Input | Refusal> {
  const body = hasBody(ctx) ? await bodyFields(ctx, folder) : {}
  if (body instanceof Refusal) return body
  for (const name in body) if (body[name] === null) delete body[name]
  return ctx.querystring ? { ...body, ...firstOfEach(ctx.querystring), ...filesOf(body) } : body
}

const filesOf = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value instanceof Upload))

const hasBody = ({ req }: Context) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

export const isMultipart = (ctx: Context) => hasBody(ctx) && typeOf(ctx) === 'multipart/form-data'

const typeOf = ({ req }: Context) => (req.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()

async function bodyFields(ctx: Context, folder: string | undefined): Promise<Fields | Refusal> {
  const type = typeOf(ctx)
  if (type === 'application/json') return jsonFields(await readText(ctx.req))
  if (type === 'application/x-www-form-urlencoded') return textFields(await readText(ctx.req))
  if (type === 'multipart/form-data') return multipartFields(ctx.req, folder)
  return {}
}

function jsonFields(text: string | Refusal): Fields | Refusal {
  if (text instanceof Refusal) return text
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
    const found = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
    return refusal('badBody', 'unreadable', { reason: `Invalid input: expected object, received ${found}` })
  } catch (error) {
    return refusal('badBody', 'unreadable', { reason: `Invalid JSON: ${(error as Error).message}` })
  }
}

const textFields = (text: string | Refusal) => (text instanceof Refusal ? text : firstOfEach(text))

/** Of a name that is given twice the first counts. */
function firstOfEach(encoded: string): Fields {
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(encoded)) if (!Object.hasOwn(fields, name)) fields[name] = value
  return fields
}
