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

/** The limit for a body with parameters, far above what real ones need; it only protects the memory. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024

/** The limit for fields, far more than any operation has parameters. */
const MAX_FIELDS = 1000

/** The length from which reading a text lets other requests run between its steps. */
const LONG_CHARACTERS = 1024 * 1024

/** The length from which small parts of a text are copied, because a substring keeps the whole text in memory. */
const SHORT_CHARACTERS = 16 * 1024

export type Fields = Record<string, unknown>
type Parser = (ctx: Context, next: () => Promise<void>) => Promise<unknown>

/** Loads koa-body with the first body: loading it takes a tenth of the emulator's startup time. */
export async function bodyParser(options: Partial<KoaBodyMiddlewareOptions>): Promise<Parser> {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
  const parsedMethods = [HttpMethodEnum.GET, HttpMethodEnum.POST]
  return koaBody({ json: false, urlencoded: false, text: false, multipart: false, parsedMethods, ...options })
}

/** Reads JSON as text first, to check its bounds before parsing it. Returns an empty object for an empty body. */
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

/** Reads a form as text and parses it here: qs, which koa-body uses, splits `text=a[1]=b` at the second `=`. */
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

/** Parses fields like URLSearchParams and keeps the first of each name. querystring.parse() would block for too long. */
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
    // Keeps invalid escapes unchanged. The text is latin1, because unescape() reads one byte from each character.
    return querystring.unescape(Buffer.from(spaced).toString('latin1'))
  }
}
