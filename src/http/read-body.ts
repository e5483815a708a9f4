// Reads the bodies of both doors with koa-body: JSON, forms, and multipart with its files to the disk.

import type { File } from 'formidable'
import type { Context } from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import { Upload } from '../media/upload.ts'
import { BadBody } from './bad-body.ts'
import { drain } from './drain.ts'
import { multipartForm } from './multipart-form.ts'
import { inSlices } from './slices.ts'

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'
export const MULTIPART_TYPE = 'multipart/form-data'

/** Nothing that an operation or an action takes comes near these. */
const MAX_DEPTH = 64
const MAX_VALUES = 100_000
const MAX_FORM_FIELDS = 1000

/** The doors know the type of a body; koa-body would look at it once for each kind that it reads. */
const NO_KIND = {
  json: false,
  urlencoded: false,
  text: false,
  multipart: false,
  parsedMethods: [HttpMethodEnum.GET, HttpMethodEnum.POST],
}

/** An empty body is an empty object. */
export function jsonReader(bytes: number) {
  const options = { jsonTypes: [JSON_TYPE], jsonLimit: bytes, jsonStrict: false, onError: pardon }
  const parse = koaBody({ ...NO_KIND, json: true, ...options })
  return async (ctx: Context): Promise<unknown> => {
    await refusing(ctx, parse(ctx, proceed))
    const { body } = ctx.request
    requireModest(body)
    return body === '' ? {} : body
  }
}

/** co-body refuses blanks, and a key that here is one unknown name among others. */
function pardon(error: Error, ctx: Context) {
  const { body: text, message } = error as Error & { body?: string }
  if (text?.trim() === '') ctx.request.body = {}
  else if (text && message === 'Object contains forbidden prototype property') ctx.request.body = JSON.parse(text)
  else throw error
}

/** A form as text: qs parts `text=a[1]=b` at its second sign, and decodes nothing where one percent sign is wrong. */
export function formReader(bytes: number) {
  const parse = koaBody({ ...NO_KIND, text: true, textTypes: [FORM_TYPE], textLimit: bytes })
  return async (ctx: Context): Promise<string> => {
    await refusing(ctx, parse(ctx, proceed))
    const text = String(ctx.request.body)
    const fields = text.split('&', MAX_FORM_FIELDS + 1).length
    if (fields > MAX_FORM_FIELDS) throw new BadBody(`it has more than ${MAX_FORM_FIELDS} fields`)
    return text
  }
}

/** Fields of so many bytes together, and files that lie in the folder; without one they are passed over. */
export function multipartReader(bytes: number) {
  return async (ctx: Context, folder: string | undefined): Promise<Record<string, unknown>> => {
    await refusing(ctx, parseMultipart(ctx, folder, bytes))
    const { body, files = {} } = ctx.request
    const uploads = Object.entries(files).map(([name, file]) => [name, uploadOf(file as File)])
    return { ...(body as object), ...Object.fromEntries(uploads) }
  }
}

async function parseMultipart(ctx: Context, folder: string | undefined, fieldBytes: number) {
  const form = multipartForm(ctx.get('content-type'), folder, fieldBytes)
  const parse = koaBody({ ...NO_KIND, multipart: true, multipartTypes: [MULTIPART_TYPE], formidable: form.options })
  const req = inSlices(ctx.req)
  try {
    await form.settle(parse(Object.create(ctx, { req: { value: req } }), proceed))
  } finally {
    req.destroy()
  }
}

const uploadOf = ({ filepath, originalFilename, size, hash }: File) =>
  new Upload(filepath, originalFilename ?? '', size, hash ?? '')

const proceed = async () => {}

/** What is refused is read to its end all the same. */
async function refusing(ctx: Context, parsing: Promise<unknown>) {
  try {
    await parsing
  } catch (error) {
    if (ctx.req.socket.destroyed) throw error
    await drain(ctx.req)
    throw explained(error as Error)
  }
}

/** The disk's troubles are all that has a name and is no fault of the body. */
function explained(error: Error & { code?: unknown; status?: number; httpCode?: number }): Error {
  const { message, status, httpCode } = error
  if (error instanceof BadBody) return error
  if (httpCode) return new BadBody('the head of a part cannot be read', httpCode === 413)
  return 'syscall' in error ? error : new BadBody(message, status === 413)
}

/** Whoever looks into a value afterwards may go all the way down. */
function requireModest(body: unknown) {
  let values = 0
  const look = (value: unknown, depth: number) => {
    if (++values > MAX_VALUES) throw new BadBody(`more than ${MAX_VALUES} values`)
    if (typeof value !== 'object' || value === null) return
    if (depth > MAX_DEPTH) throw new BadBody(`nested deeper than ${MAX_DEPTH} levels`)
    for (const each of Object.values(value)) look(each, depth + 1)
  }
  look(body, 1)
}
