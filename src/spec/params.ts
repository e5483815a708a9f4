// The atoms that parameters are made of. They take what all four transports bring: JSON values and plain text.

import * as z from 'zod'
import { excessOf } from '../lib/json-bounds.ts'
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

/** So a form sends a field that is not filled in. */
const isLeftOut = (v: unknown) => v === undefined || v === ''

/** A parameter that may be left out. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((v: z.input<Schema> | undefined) => (isLeftOut(v) ? undefined : v), schema.optional())

/** A parameter that has a value also where it is left out. */
export const defaultTo = <Schema extends z.ZodType>(value: unknown, schema: Schema) =>
  z.preprocess((v: z.input<Schema> | undefined) => (isLeftOut(v) ? value : v), schema)

const fromDigits = (v: unknown) => (typeof v === 'string' && DECIMAL.test(v) ? Number(v) : v)

/** A whole number, also as decimal digits. One beyond those that JavaScript holds exactly counts as the last of them. */
export const integer = () => wholeNumber((v) => Math.max(Number.MIN_SAFE_INTEGER, Math.min(v, Number.MAX_SAFE_INTEGER)))

/** What a user or a message is called by. A number that JavaScript does not hold exactly must not name another's. */
const id = () => wholeNumber((v) => (Number.isSafeInteger(v) ? v : Number.MIN_SAFE_INTEGER))

const wholeNumber = (exact: (v: number) => number) =>
  z.preprocess((v: number | string) => {
    const number = fromDigits(v)
    // Of digits without end JavaScript makes Infinity.
    const isWhole = Number.isInteger(number) || number === Infinity || number === -Infinity
    return isWhole ? exact(number as number) : number
  }, z.int())

/** Words and digits in any case. */
export const boolean = () =>
  optional(
    z.preprocess(
      (v: boolean | number | string) =>
        typeof v === 'string' || typeof v === 'number' ? (BOOLEANS[String(v).toLowerCase()] ?? v) : v,
      z.boolean(),
    ),
  )

/** A structured value, also as a JSON text, unless it is beyond all measure. */
export function jsonText<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value: z.input<Schema> | string) => {
    if (isLeftOut(value)) return undefined
    if (typeof value !== 'string') return value
    if (excessOf(value) !== undefined) return value
    try {
      return JSON.parse(value)
    } catch {
      return value
    }
  }, schema)
}

/** A text: half of a surrogate pair has no place in UTF-8, and becomes the sign that stands for what cannot be read. */
export const wellFormed = (schema = z.string()) => schema.overwrite((text) => text.toWellFormed())

/** A string measured in code points, refused in the validator's own words. */
export const points = (least: number, most: number) =>
  wellFormed().check(({ value, issues }) => {
    const bound = { origin: 'string', inclusive: true, input: value } as const
    if (longerThan(value, most)) issues.push({ code: 'too_big', maximum: most, ...bound })
    else if (least && codePoints(value) < least) issues.push({ code: 'too_small', minimum: least, ...bound })
  })

/** Anything that is there passes: whether it names a chat is answered by `chat not found`. */
export const chatId = z.preprocess(
  (value: number | string) => {
    if (typeof value === 'object' || typeof value === 'boolean') return JSON.stringify(value)
    // JSON has numbers beyond all that JavaScript can hold.
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
  },
  z.union([z.number(), z.string()], {
    error: ({ input }) => (input === undefined ? 'Invalid input: expected string, received undefined' : undefined),
  }),
)

export const userId = id()
export const messageId = id()

/** 0 counts as left out. */
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

export const allowedUpdates = jsonText(z.array(z.string()).max(LIMITS.updateTypesPerFilter).optional())

export const botCommand = z.object({
  command: z.string(FIELD_TEXTS.command).regex(/^[a-z0-9_]{1,32}$/, FIELD_TEXTS.command),
  description: points(1, LIMITS.commandDescriptionPoints),
})
