// Reads the bodies of both doors with koa-body: JSON and forms.

import type { Context, Middleware } from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import { drain } from './drain.ts'

/** Why a body is not taken: there is too much of it, or it cannot be read. */
export class BadBody extends Error {
  constructor(
    message: string,
    readonly tooLarge = false,
  ) {
    super(message)
  }
}

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

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
  const parse = koaBody({
    ...NO_KIND,
    json: true,
    jsonTypes: [JSON_TYPE],
    jsonLimit: bytes,
    jsonStrict: false,
    onError: pardon,
  })
  return async (ctx: Context): Promise<unknown> => {
    const value = await read(ctx, parse)
    requireModest(value)
    return value === '' ? {} : value
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
    const text = String(await read(ctx, parse))
    const fields = text.split('&', MAX_FORM_FIELDS + 1).length
    if (fields > MAX_FORM_FIELDS) throw new BadBody(`it has more than ${MAX_FORM_FIELDS} fields`)
    return text
  }
}

/** What is refused is read to its end all the same. */
async function read(ctx: Context, parse: Middleware): Promise<unknown> {
  try {
    await parse(ctx, async () => {})
    return ctx.request.body
  } catch (error) {
    if (ctx.req.socket.destroyed) throw error
    await drain(ctx.req)
    const { message, status } = error as Error & { status?: number }
    throw new BadBody(message, status === 413)
  }
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
