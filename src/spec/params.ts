// The basic schemas of parameters, which accept JSON values and their text forms.

import * as z from 'zod'
import { findExcess } from '../lib/json-bounds.ts'
import { codePoints, isBlank, longerThan } from '../lib/text.ts'
import { LIMITS } from './limits.ts'
import { FIELD_TEXTS } from './refusals.ts'

const DECIMAL = /^-?\d+$/
const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
}

/**
 * Returns true for undefined, null and an empty text, which all mean that the client left a parameter out (rule
 * GAP-07). Many clients send an empty text or null for a field that is not set.
 */
export const isLeftOut = (v: unknown) => v === undefined || v === null || v === ''

export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((v: z.input<Schema> | undefined) => (isLeftOut(v) ? undefined : v), schema.optional())

export const defaultTo = <Schema extends z.ZodType>(value: unknown, schema: Schema) =>
  z.preprocess((v: z.input<Schema> | undefined) => (isLeftOut(v) ? value : v), schema)

const fromDigits = (v: unknown) => (typeof v === 'string' && DECIMAL.test(v) ? Number(v) : v)

/**
 * Returns the schema of an integer, sent as a number or as digits. A number beyond JavaScript's safe integers becomes
 * the nearest safe integer.
 */
export const integer = () => wholeNumber((v) => Math.max(Number.MIN_SAFE_INTEGER, Math.min(v, Number.MAX_SAFE_INTEGER)))

/**
 * Returns the schema of an id. A number beyond JavaScript's safe integers becomes an id that does not exist, because
 * the rounded number could be the id of another user or message.
 */
const id = () => wholeNumber((v) => (Number.isSafeInteger(v) ? v : Number.MIN_SAFE_INTEGER))

const wholeNumber = (exact: (v: number) => number) =>
  z.preprocess((v: number | string) => {
    const number = fromDigits(v)
    // JavaScript converts a text with hundreds of digits to Infinity, which counts as a whole number here.
    const isWhole = Number.isInteger(number) || number === Infinity || number === -Infinity
    return isWhole ? exact(number as number) : number
  }, z.int())

/** Returns the schema of an optional boolean, which may also be sent as a word or digit, such as "yes" or "0". */
export const boolean = () =>
  optional(
    z.preprocess(
      (v: boolean | number | string) =>
        typeof v === 'string' || typeof v === 'number' ? (BOOLEANS[String(v).toLowerCase()] ?? v) : v,
      z.boolean(),
    ),
  )

/**
 * Returns the schema of an object or array, which may also be sent as JSON text. A text that is not valid JSON, or that
 * exceeds the JSON limits, is not parsed, so the schema refuses it.
 */
export function jsonText<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value: z.input<Schema> | string) => {
    if (isLeftOut(value)) return undefined
    if (typeof value !== 'string') return value
    if (findExcess(value) !== undefined) return value
    try {
      return JSON.parse(value) ?? undefined
    } catch {
      return value
    }
  }, schema)
}

/**
 * Returns the schema of a text. Replaces a lone surrogate, which is half of a UTF-16 pair, by U+FFFD, because UTF-8
 * cannot encode it.
 */
export const wellFormed = (schema = z.string()) => schema.overwrite((text) => text.toWellFormed())

/**
 * Returns the schema of a text with a limited length in code points. Its error texts are those with which the validator
 * (zod) limits the length in UTF-16 units.
 */
export const points = (least: number, most: number) =>
  wellFormed().check(({ value, issues }) => {
    const bound = { origin: 'string', inclusive: true, input: value } as const
    if (longerThan(value, most)) issues.push({ code: 'too_big', maximum: most, ...bound })
    else if (least && codePoints(value) < least) issues.push({ code: 'too_small', minimum: least, ...bound })
  })

/**
 * The schema of chat_id. Accepts any value, because the service refuses a wrong one with `chat not found`, which
 * happens later. Refuses only a missing value.
 */
export const chatId = z.preprocess(
  (value: number | string) => {
    if (typeof value === 'object' || typeof value === 'boolean') return JSON.stringify(value)
    // A number in JSON can be so large that JavaScript parses it as Infinity, which z.number() would refuse.
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
  },
  z.union([z.number(), z.string()], {
    error: ({ input }) => (input === undefined ? 'Invalid input: expected string, received undefined' : undefined),
  }),
)

export const userId = id()
export const messageId = id()

/** The schema of reply_to_message_id. The value 0 means that the message is not a reply. */
export const replyToMessageId = optional(id()).transform((number) => number || undefined)

export const messageText = wellFormed(
  z.string({ error: ({ input }) => (input === undefined ? FIELD_TEXTS.textEmpty : undefined) }),
)
  .refine((text) => !isBlank(text), { error: FIELD_TEXTS.textEmpty, abort: true })
  .refine((text) => !longerThan(text, LIMITS.textPoints), FIELD_TEXTS.textTooLong)

export const caption = wellFormed().refine(
  (text) => !longerThan(text, LIMITS.captionPoints),
  FIELD_TEXTS.captionTooLong,
)

export const allowedUpdates = jsonText(
  z.array(z.string()).max(LIMITS.updateTypesPerFilter, FIELD_TEXTS.manyUpdateTypes).optional(),
)

export const botCommand = z.object({
  command: z.string(FIELD_TEXTS.command).regex(/^[a-z0-9_]{1,32}$/, FIELD_TEXTS.command),
  description: points(1, LIMITS.commandDescriptionPoints),
})
