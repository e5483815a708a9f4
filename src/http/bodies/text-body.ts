// Reads bodies without files: JSON and forms, which koa-body receives and decompresses.

import type { Context } from 'koa'
import type { KoaBodyMiddlewareOptions } from 'koa-body'
import { BadBody, toBadBody } from './bad-body.ts'

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The maximum size of a body without files. The largest call, with 100 commands, takes a fifth of it. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024

/** Deeper JSON would overflow the stack of the functions that compare and record it. */
const MAX_JSON_LEVELS = 64

export type Fields = Record<string, unknown>
type Parser = (ctx: Context, next: () => Promise<void>) => Promise<unknown>

/** Loads koa-body only once the server listens, because loading it takes a tenth of the emulator's startup time. */
export async function bodyParser(options: Partial<KoaBodyMiddlewareOptions>): Promise<Parser> {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
  const parsedMethods = [HttpMethodEnum.GET, HttpMethodEnum.POST]
  return koaBody({ json: false, urlencoded: false, text: false, parsedMethods, ...options })
}

/** Returns an empty object for an empty body. koa-body's own parser would refuse the key `__proto__`. */
export async function readJson(ctx: Context): Promise<unknown> {
  const text = await readText(ctx)
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (isDeeper(value, MAX_JSON_LEVELS)) throw new BadBody(`nested deeper than ${MAX_JSON_LEVELS} levels`)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BadBody((error as Error).message)
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

export const readForm = async (ctx: Context) => parseUrlEncoded(await readText(ctx))

/**
 * Keeps the first field of each name. qs, the parser of koa-body, would split `text=a[1]=b` at the second `=`, and
 * querystring would garble the `é` of `é 100%`, which `curl -d` sends without escapes.
 */
export function parseUrlEncoded(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text)) if (!Object.hasOwn(fields, name)) fields[name] = value
  return fields
}

let parser: Promise<Parser> | undefined

export const loadTextParser = (): Promise<Parser> =>
  (parser ??= bodyParser({ text: true, textTypes: [JSON_TYPE, FORM_TYPE], textLimit: MAX_TEXT_BYTES }))

async function readText(ctx: Context): Promise<string> {
  const parse = await loadTextParser()
  try {
    await parse(ctx, async () => {})
  } catch (error) {
    throw toBadBody(error as Error, MAX_TEXT_BYTES)
  }
  return String(ctx.request.body)
}
