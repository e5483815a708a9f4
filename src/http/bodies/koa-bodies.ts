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

/** The maximum size of a body without files. It protects the memory, and is far above what real calls need. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024

/** The maximum number of fields, far more than any operation has parameters. */
const MAX_FIELDS = 1000

/** The length above which JSON or a form field is parsed in several turns of the event loop. */
const LONG_CHARACTERS = 1024 * 1024

/** The length of a body above which small fields are copied. A substring would keep the whole body in memory. */
const SHORT_CHARACTERS = 16 * 1024

export type Fields = Record<string, unknown>
type Parser = (ctx: Context, next: () => Promise<void>) => Promise<unknown>

/** Loads koa-body only for the first body, because loading it takes a tenth of the emulator's startup time. */
export async function bodyParser(options: Partial<KoaBodyMiddlewareOptions>): Promise<Parser> {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
  const parsedMethods = [HttpMethodEnum.GET, HttpMethodEnum.POST]
  return koaBody({ json: false, urlencoded: false, text: false, multipart: false, parsedMethods, ...options })
}

/** Checks depth and size before parsing. Returns an empty object for an empty body. */
export async function readJson(ctx: Context): Promise<unknown> {
  const text = await readText(ctx, JSON_TYPE)
  if (text.trim() === '') return {}
  const isLong = text.length > LONG_CHARACTERS
  if (isLong) await nextTurn()
  const excess = isLong ? await findExcessInPieces(text) : findExcess(text)
  if (excess !== undefined) throw new BadBody(excess)
  if (isLong) await nextTurn()
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BadBody((error as Error).message)
  } finally {
    if (isLong) await nextTurn()
  }
}

/** Parses a form without qs, the parser of koa-body, which would split `text=a[1]=b` at the second `=`. */
export async function readForm(ctx: Context): Promise<Record<string, string>> {
  const parsing = parsePieces(await readText(ctx, FORM_TYPE))
  for (;;) {
    const step = parsing.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

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

/** Keeps the first field of each name. querystring.parse() would block other requests for too long. */
export function parseUrlEncoded(text: string): Record<string, string> {
  const parsing = parsePieces(text)
  for (;;) {
    const step = parsing.next()
    if (step.done) return step.value
  }
}

/** Parses a query or form, and yields between the pieces of a long field, so that the caller can let other requests run. */
function* parsePieces(text: string): Generator<void, Record<string, string>> {
  const pairs = text.replace(/^\?/, '').split('&', MAX_FIELDS + 1)
  if (pairs.length > MAX_FIELDS) throw new BadBody(`it has more than ${MAX_FIELDS} fields`)
  const isSmall = (part: string) => text.length > SHORT_CHARACTERS && part.length < text.length / 2
  const fields: Record<string, string> = {}
  for (const pair of pairs) {
    if (pair === '') continue
    const sign = pair.indexOf('=')
    const parts = sign < 0 ? [pair] : [pair.slice(0, sign), pair.slice(sign + 1)]
    const decoded: string[] = []
    for (const part of parts) {
      const value = part.length > LONG_CHARACTERS ? yield* decodePieces(part) : decode(part)
      decoded.push(isSmall(part) ? copyText(value) : value)
    }
    const [name = '', value = ''] = decoded
    if (!Object.hasOwn(fields, name)) fields[name] = value
  }
  return fields
}

function* decodePieces(text: string): Generator<void, string> {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    const to = findCut(text, from + LONG_CHARACTERS)
    pieces.push(decode(text.slice(from, to)))
    yield
    from = to
  }
  return pieces.join('')
}

/** Matches the first byte of an escaped character, or a character that is not a part of an escape. */
const CUT = /%[0-7c-f]|[^%\da-f]/gi
const LONGEST_ESCAPE = '%f0%9f%98%80'.length

/** Returns the first position, at or after `from`, where a cut does not divide an escaped character. */
function findCut(text: string, from: number): number {
  CUT.lastIndex = 0
  const to = from + 2 * LONGEST_ESCAPE
  const match = CUT.exec(text.slice(from, to))
  return match ? from + match.index : to
}

function decode(text: string): string {
  const spaced = text.replace(/\+/g, ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Decodes valid escapes and keeps invalid ones. unescape() needs a text in which each byte is one character.
    return querystring.unescape(Buffer.from(spaced).toString('latin1'))
  }
}
