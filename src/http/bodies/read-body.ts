// Reads the bodies of both doors with koa-body: JSON, forms, and multipart with its files to the disk.

import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { File } from 'formidable'
import type { Context } from 'koa'
import type { KoaBodyMiddlewareOptions } from 'koa-body'
import type { Uploads } from '../../bot-api/handle-call.ts'
import { excessOf, excessOfLong } from '../../lib/json-bounds.ts'
import { Upload } from '../../media/upload.ts'
import { LIMITS } from '../../spec/limits.ts'
import { Refusal } from '../../spec/refusals.ts'
import { BadBody } from './bad-body.ts'
import { drain } from './drain.ts'
import { inSlices, tooLarge } from './slices.ts'

/** Each step with such a text takes its time: others have a turn in between. */
const LONG_CHARACTERS = 1024 * 1024

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'
export const MULTIPART_TYPE = 'multipart/form-data'

/** What is read: the request, or what stands in its place. */
type Body = Readable & Pick<IncomingMessage, 'headers'>

/** koa-body loads with the first body, as it would be a tenth of the start; it reads nothing but what is asked for. */
async function bodyParser(options: Partial<KoaBodyMiddlewareOptions>) {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
  const parsedMethods = [HttpMethodEnum.GET, HttpMethodEnum.POST]
  return koaBody({ json: false, urlencoded: false, text: false, multipart: false, parsedMethods, ...options })
}

/** koa-body reads the text, which is looked over before it is parsed. An empty body is an empty object. */
export function jsonReader(bytes: number) {
  const readText = textReader(JSON_TYPE, bytes)
  return async (ctx: Context, req: Body = ctx.req): Promise<unknown> => {
    const text = await readText(ctx, req)
    if (text.trim() === '') return {}
    const isLong = text.length > LONG_CHARACTERS
    if (isLong) await nextTurn()
    const excess = isLong ? await excessOfLong(text) : excessOf(text)
    if (excess !== undefined) throw new BadBody(excess)
    if (isLong) await nextTurn()
    const value = parse(text)
    if (isLong) await nextTurn()
    return value
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BadBody((error as Error).message)
  }
}

/** A form as text: qs parts `text=a[1]=b` at its second sign, and decodes nothing where one percent sign is wrong. */
export const formReader = (bytes: number) => textReader(FORM_TYPE, bytes)

function textReader(type: string, bytes: number) {
  const options = { text: true, textTypes: [type], textLimit: bytes }
  let parse: Awaited<ReturnType<typeof bodyParser>> | undefined
  return async (ctx: Context, req: Body = ctx.req): Promise<string> => {
    parse ??= await bodyParser(options)
    try {
      await parse(withBody(ctx, req), proceed)
    } catch (error) {
      throw await explained(ctx, error as Error, bytes)
    } finally {
      if (req !== ctx.req) req.destroy()
    }
    return String(ctx.request.body)
  }
}

/** Fields of so many bytes together, and files; where none are taken, an empty text in place of each. */
export function multipartReader(bytes: number) {
  return async (ctx: Context, uploads: Uploads | undefined): Promise<Record<string, unknown>> => {
    const notTaken: Record<string, string> = {}
    try {
      await parseMultipart(ctx, notTaken, uploads, bytes)
    } catch (error) {
      throw await explained(ctx, error as Error, bytes)
    }
    const { body, files = {} } = ctx.request
    const taken = Object.entries(files).map(([name, file]) => [name, uploadOf(file as File)])
    return { ...notTaken, ...(body as object), ...Object.fromEntries(taken) }
  }
}

async function parseMultipart(
  ctx: Context,
  notTaken: Record<string, string>,
  uploads: Uploads | undefined,
  fieldBytes: number,
) {
  const isTooLarge = Number(ctx.get('content-length')) > LIMITS.multipartBytes
  if (isTooLarge && !uploads) throw tooLarge()
  const { multipartForm } = await import('./multipart-form.ts')
  const form = multipartForm(ctx.get('content-type'), fieldBytes, (field) => {
    const folder = uploads?.folder()
    // The place comes first: many clients that find none send something smaller.
    if (isTooLarge) throw tooLarge()
    if (folder === undefined) notTaken[field] = ''
    return folder
  })
  const parse = await bodyParser({ multipart: true, multipartTypes: [MULTIPART_TYPE], formidable: form.options })
  const req = inSlices(ctx.req)
  try {
    await form.settle(parse(withBody(ctx, req), proceed))
  } catch (error) {
    throw isTooLarge && !(error instanceof Refusal) ? tooLarge() : error
  } finally {
    req.destroy()
  }
}

const uploadOf = ({ filepath, originalFilename, size, hash }: File) =>
  new Upload(filepath, originalFilename ?? '', size, hash ?? '')

/** For koa-body, which reads the request of a context. */
const withBody = (ctx: Context, req: Body): Context =>
  req === ctx.req ? ctx : Object.create(ctx, { req: { value: req } })

const proceed = async () => {}

/** What is refused is read to its end all the same. What is no fault of the body stays: it may come from the disk. */
async function explained(
  ctx: Context,
  error: Error & { status?: number; httpCode?: number },
  bytes: number,
): Promise<Error> {
  if (ctx.req.socket.destroyed) return error
  await drain(ctx.req)
  if (error instanceof Refusal || error instanceof BadBody) return error
  const { message, httpCode, status = httpCode } = error
  if (httpCode === 400) return new BadBody('the head of a part cannot be read')
  if (status === 413) return new BadBody(message, bytes)
  const isUnpacking = 'errno' in error && !('syscall' in error)
  const isRefused = status !== undefined && status < 500
  return isUnpacking || isRefused ? new BadBody(message) : error
}
