// The basic schemas of parameters, which accept JSON values and their text forms.

import * as z from 'zod'
import { codePoints, isBlank, longerThan } from '../../lib/text.ts'
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
 * Returns true if a parameter counts as missing. Many clients send null or an empty string for a missing one (rule
 * GAP-07).
 */
export const isLeftOut = (v: unknown) => v === undefined || v === null || v === ''

export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((v: z.input<Schema> | undefined) => (isLeftOut(v) ? undefined : v), schema.optional())

const fromDigits = (v: unknown) => (typeof v === 'string' && DECIMAL.test(v) ? Number(v) : v)

/** A number beyond JavaScript's safe integers becomes the nearest safe integer. */
export const integer = (bounds = z.int()) =>
  wholeNumber((v) => Math.max(Number.MIN_SAFE_INTEGER, Math.min(v, Number.MAX_SAFE_INTEGER)), bounds)

/** An unsafe integer becomes an id that does not exist, because rounding could give the id of another user. */
const id = () => wholeNumber((v) => (Number.isSafeInteger(v) ? v : Number.MIN_SAFE_INTEGER))

const wholeNumber = (exact: (v: number) => number, bounds = z.int()) =>
  z.preprocess((v: number | string) => {
    const number = fromDigits(v)
    // Infinity counts as a whole number, because a text with hundreds of digits is parsed as Infinity.
    const isWhole = Number.isInteger(number) || number === Infinity || number === -Infinity
    return isWhole ? exact(number as number) : number
  }, bounds)

/** A boolean, also as a word or digit, such as "yes" or "0". */
export const boolean = () =>
  optional(
    z.preprocess(
      (v: boolean | number | string) =>
        typeof v === 'string' || typeof v === 'number' ? (BOOLEANS[String(v).toLowerCase()] ?? v) : v,
      z.boolean(),
    ),
  )

/** Accepts a value also as JSON text. */
export function jsonText<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value: z.input<Schema> | string) => {
    if (isLeftOut(value)) return undefined
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value) ?? undefined
    } catch {
      return value
    }
  }, schema)
}

/** Replaces lone surrogates, halves of UTF-16 pairs, by U+FFFD, because UTF-8 cannot encode them. */
export const wellFormed = (schema = z.string()) => schema.overwrite((text) => text.toWellFormed())

/**
 * A text with a limited number of code points, because zod's own limits count UTF-16 units. The error texts are those
 * of zod.
 */
export const textOfLength = (least: number, most: number) =>
  wellFormed()
    .check(({ value, issues }) => {
      const bound = { origin: 'string', inclusive: true, input: value } as const
      if (longerThan(value, most)) issues.push({ code: 'too_big', maximum: most, ...bound })
      else if (least && codePoints(value) < least) issues.push({ code: 'too_small', minimum: least, ...bound })
    })
    .meta({ ...(least && { minLength: least }), maxLength: most })

/** Requires only that the value exists. The service itself refuses wrong chat ids, with `chat not found`. */
export const chatId = z.preprocess(
  (value: number | string) => {
    if (typeof value === 'object' || typeof value === 'boolean') return JSON.stringify(value)
    // JSON.parse reads a huge number as Infinity. It becomes a text here, because z.number() would refuse it.
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
  },
  z.union([z.number(), z.string()], {
    error: ({ input }) => (input === undefined ? 'Invalid input: expected string, received undefined' : undefined),
  }),
)

export const userId = id()
export const messageId = id()

/** The value 0 means that the message is not a reply. */
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
  command: z
    .string(FIELD_TEXTS.command)
    .regex(/^[a-z0-9_]+$/, FIELD_TEXTS.command)
    .max(LIMITS.commandCharacters, FIELD_TEXTS.command),
  description: textOfLength(1, LIMITS.commandDescriptionPoints),
})
