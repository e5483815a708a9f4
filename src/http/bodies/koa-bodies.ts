// Reads JSON and URL-encoded bodies, which koa-body receives and decompresses.

import querystring from 'node:querystring'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'koa'
import type { KoaBodyMiddlewareOptions } from 'koa-body'
import { findExcess, findExcessInPieces } from '../../lib/json-bounds.ts'
import { copyText } from '../../lib/text.ts'
import { BadBody, drainRefusedBody } from './bad-body.ts'

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

/**
 * The maximum size of a JSON or form body, and of all fields of a multipart body together. It is far above what real
 * calls need, and only protects the memory.
 */
export const MAX_BODY_BYTES = 16 * 1024 * 1024

/** The maximum number of fields in a query or form, far more than any operation has parameters. */
const MAX_FIELDS = 1000

/**
 * The length of a JSON text above which it is checked and parsed in several turns of the event loop, so that other
 * requests can run in between.
 */
const LONG_CHARACTERS = 1024 * 1024

/** The length of a text above which its small fields are copied, because a substring keeps the whole text in memory. */
const SHORT_CHARACTERS = 16 * 1024

export type Fields = Record<string, unknown>
type Parser = (ctx: Context, next: () => Promise<void>) => Promise<unknown>

/**
 * Creates a body parser. Loads koa-body only when the first body arrives, because loading it takes a tenth of the
 * emulator's startup time.
 */
export async function bodyParser(options: Partial<KoaBodyMiddlewareOptions>): Promise<Parser> {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
  const parsedMethods = [HttpMethodEnum.GET, HttpMethodEnum.POST]
  return koaBody({ json: false, urlencoded: false, text: false, multipart: false, parsedMethods, ...options })
}

/** Reads a JSON body as text, checks its depth and size, and then parses it. Returns an empty object for an empty body. */
export async function readJson(ctx: Context): Promise<unknown> {
  const text = await readText(ctx, JSON_TYPE)
  if (text.trim() === '') return {}
  const isLong = text.length > LONG_CHARACTERS
  if (isLong) await nextTurn()
  const excess = isLong ? await findExcessInPieces(text) : findExcess(text)
  if (excess !== undefined) throw new BadBody(excess)
  if (isLong) await nextTurn()
  const value = parseJson(text)
  if (isLong) await nextTurn()
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BadBody((error as Error).message)
  }
}

/**
 * Reads a form as text and parses it with parseUrlEncoded(). The parser that koa-body uses, qs, would split
 * `text=a[1]=b` at the second `=`.
 */
export const readForm = async (ctx: Context) => parseUrlEncoded(await readText(ctx, FORM_TYPE))

const parsers = new Map<string, Parser>()

async function readText(ctx: Context, type: string): Promise<string> {
  const options = { text: true, textTypes: [type], textLimit: MAX_BODY_BYTES }
  const parse = parsers.get(type) ?? (await bodyParser(options))
  parsers.set(type, parse)
  try {
    await parse(ctx, async () => {})
  } catch (error) {
    throw await drainRefusedBody(ctx, error as Error, MAX_BODY_BYTES)
  }
  return String(ctx.request.body)
}

/**
 * Parses a query or form like URLSearchParams, but keeps only the first field of each name. querystring.parse() is not
 * used, because it would block other requests for too long.
 */
export function parseUrlEncoded(text: string): Record<string, string> {
  const pairs = text.replace(/^\?/, '').split('&', MAX_FIELDS + 1)
  if (pairs.length > MAX_FIELDS) throw new BadBody(`it has more than ${MAX_FIELDS} fields`)
  const isSmall = (part: string) => text.length > SHORT_CHARACTERS && part.length < text.length / 2
  const decoded = (part: string) => (isSmall(part) ? copyText(decode(part)) : decode(part))
  const fields: Record<string, string> = {}
  for (const pair of pairs) {
    if (pair === '') continue
    const sign = pair.indexOf('=')
    const name = decoded(sign < 0 ? pair : pair.slice(0, sign))
    if (!Object.hasOwn(fields, name)) fields[name] = sign < 0 ? '' : decoded(pair.slice(sign + 1))
  }
  return fields
}

function decode(text: string): string {
  const spaced = text.replace(/\+/g, ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    // The text has an invalid escape, which unescape() leaves unchanged. unescape() reads one byte from each character,
    // so it gets the UTF-8 bytes of the text as latin1 characters.
    return querystring.unescape(Buffer.from(spaced).toString('latin1'))
  }
}
