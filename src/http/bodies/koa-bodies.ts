// Reads bodies of JSON and URL-encoded fields; koa-body takes them off the wire and unpacks them.

import querystring from 'node:querystring'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'koa'
import type { KoaBodyMiddlewareOptions } from 'koa-body'
import { excessOf, excessOfLong } from '../../lib/json-bounds.ts'
import { copied } from '../../lib/text.ts'
import { BadBody, refusedBody } from './bad-body.ts'

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Far above what any parameters need; it only keeps a body from filling the memory. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024

/** No operation has a hundredth of them. */
const MAX_FIELDS = 1000

/** Each step with such a text takes its time: other requests have a turn in between. */
const LONG_CHARACTERS = 1024 * 1024

/** Part of a text keeps the whole in memory: a small part of a text longer than this is copied. */
const SHORT_CHARACTERS = 16 * 1024

export type Fields = Record<string, unknown>
type Parser = (ctx: Context, next: () => Promise<void>) => Promise<unknown>

/** koa-body loads with the first body, as it would be a tenth of the start. */
export async function bodyParser(options: Partial<KoaBodyMiddlewareOptions>): Promise<Parser> {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
  const parsedMethods = [HttpMethodEnum.GET, HttpMethodEnum.POST]
  return koaBody({ json: false, urlencoded: false, text: false, multipart: false, parsedMethods, ...options })
}

/** JSON is read as text so that it can be looked over before it is parsed. An empty body is an empty object. */
export async function readJson(ctx: Context): Promise<unknown> {
  const text = await readText(ctx, JSON_TYPE)
  if (text.trim() === '') return {}
  const isLong = text.length > LONG_CHARACTERS
  if (isLong) await nextTurn()
  const excess = isLong ? await excessOfLong(text) : excessOf(text)
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

/** A form is read as text: qs, which koa-body uses, splits `text=a[1]=b` at its second sign. */
export const readForm = async (ctx: Context) => firstOfEach(await readText(ctx, FORM_TYPE))

const parsers = new Map<string, Parser>()

async function readText(ctx: Context, type: string): Promise<string> {
  const options = { text: true, textTypes: [type], textLimit: MAX_BODY_BYTES }
  const parse = parsers.get(type) ?? (await bodyParser(options))
  parsers.set(type, parse)
  try {
    await parse(ctx, async () => {})
  } catch (error) {
    throw await refusedBody(ctx, error as Error, MAX_BODY_BYTES)
  }
  return String(ctx.request.body)
}

/** Reads URL-encoded fields as URLSearchParams does; the first of a name counts. querystring.parse() blocks for too long. */
export function firstOfEach(text: string): Record<string, string> {
  const pairs = text.replace(/^\?/, '').split('&', MAX_FIELDS + 1)
  if (pairs.length > MAX_FIELDS) throw new BadBody(`it has more than ${MAX_FIELDS} fields`)
  const isSmall = (part: string) => text.length > SHORT_CHARACTERS && part.length < text.length / 2
  const decoded = (part: string) => (isSmall(part) ? copied(decode(part)) : decode(part))
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
    // An invalid escape stays as it is. unescape() reads one byte from each character.
    return querystring.unescape(Buffer.from(spaced).toString('latin1'))
  }
}
