// The basic schemas of parameters. They accept JSON values and text for all transports.

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
 * Returns true if a value means that the parameter was left out (GAP-07). Many clients send an empty text or null for a
 * field that is not set.
 */
export const isLeftOut = (v: unknown) => v === undefined || v === null || v === ''

export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((v: z.input<Schema> | undefined) => (isLeftOut(v) ? undefined : v), schema.optional())

export const defaultTo = <Schema extends z.ZodType>(value: unknown, schema: Schema) =>
  z.preprocess((v: z.input<Schema> | undefined) => (isLeftOut(v) ? value : v), schema)

const fromDigits = (v: unknown) => (typeof v === 'string' && DECIMAL.test(v) ? Number(v) : v)

/** Returns the schema of an integer, as number or digits. A number beyond the safe integers is clamped to them. */
export const integer = () => wholeNumber((v) => Math.max(Number.MIN_SAFE_INTEGER, Math.min(v, Number.MAX_SAFE_INTEGER)))

/** Returns the schema of an id. A number beyond the safe integers becomes an unused id, because rounding could hit another id. */
const id = () => wholeNumber((v) => (Number.isSafeInteger(v) ? v : Number.MIN_SAFE_INTEGER))

const wholeNumber = (exact: (v: number) => number) =>
  z.preprocess((v: number | string) => {
    const number = fromDigits(v)
    // JavaScript parses too many digits as Infinity.
    const isWhole = Number.isInteger(number) || number === Infinity || number === -Infinity
    return isWhole ? exact(number as number) : number
  }, z.int())

/** Returns the schema of a boolean, also as a word or digit, such as "yes" or "0". */
export const boolean = () =>
  optional(
    z.preprocess(
      (v: boolean | number | string) =>
        typeof v === 'string' || typeof v === 'number' ? (BOOLEANS[String(v).toLowerCase()] ?? v) : v,
      z.boolean(),
    ),
  )

/** Returns the schema of a structured value, also as JSON text. Text that exceeds the JSON limits stays text and fails the schema. */
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

/** Returns the schema of a text. A lone surrogate becomes U+FFFD, because UTF-8 cannot encode it. */
export const wellFormed = (schema = z.string()) => schema.overwrite((text) => text.toWellFormed())

/** Returns the schema of a text whose length in code points is limited, with the validator's usual error texts. */
export const points = (least: number, most: number) =>
  wellFormed().check(({ value, issues }) => {
    const bound = { origin: 'string', inclusive: true, input: value } as const
    if (longerThan(value, most)) issues.push({ code: 'too_big', maximum: most, ...bound })
    else if (least && codePoints(value) < least) issues.push({ code: 'too_small', minimum: least, ...bound })
  })

/** The schema of chat_id. Accepts any value that is present, because a wrong one is refused with `chat not found` later. */
export const chatId = z.preprocess(
  (value: number | string) => {
    if (typeof value === 'object' || typeof value === 'boolean') return JSON.stringify(value)
    // JSON can contain numbers that JavaScript parses as Infinity.
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
  },
  z.union([z.number(), z.string()], {
    error: ({ input }) => (input === undefined ? 'Invalid input: expected string, received undefined' : undefined),
  }),
)

export const userId = id()
export const messageId = id()

/** The schema of reply_to_message_id. 0 counts as missing. */
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
