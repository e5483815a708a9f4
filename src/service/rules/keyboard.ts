// The schema of reply_markup: inline keyboard, reply keyboard, or removal of a keyboard.

import * as z from 'zod'
import { isThisMachine } from '../../lib/net/addresses.ts'
import { bareHost, isLocalName } from '../../lib/net/host-name.ts'
import { utf8Bytes } from '../../lib/text.ts'
import { LIMITS } from './limits.ts'
import { jsonText, textOfLength, wellFormed } from './params.ts'
import { FIELD_TEXTS } from './refusals.ts'
import type { InlineButton, ReplyButton, ReplyMarkup } from './shapes.ts'

const buttonText = textOfLength(1, LIMITS.buttonTextPoints)

const callbackData = wellFormed().refine((data) => utf8Bytes(data) <= LIMITS.callbackDataBytes, {
  error: `Too big: expected string to have <=${LIMITS.callbackDataBytes} bytes`,
})

const buttonUrl = wellFormed().refine(isPublicLink, FIELD_TEXTS.url)

/** Accepts null as a missing value, because some client libraries send null for fields that are not set. */
const orNull = <Schema extends z.ZodType>(field: Schema) =>
  z.preprocess((v: z.input<Schema> | null | undefined) => v ?? undefined, field.optional())

const inlineButton = z
  .object({ text: buttonText, callback_data: orNull(callbackData), url: orNull(buttonUrl) })
  .refine(({ callback_data, url }) => (callback_data === undefined) !== (url === undefined), {
    error: 'Invalid input: expected exactly one of callback_data and url',
  })

const replyButton = z.preprocess(
  (button: string | { text: string }) => (typeof button === 'string' ? { text: button } : button),
  z.object({ text: buttonText }),
)

/** A schema of rows of buttons. Empty rows are removed before the limits are checked. */
function rowsOf<Button extends z.ZodType>(button: Button) {
  return z
    .array(z.array(button).max(LIMITS.keyboardButtonsPerRow))
    .transform((rows) => rows.filter((row) => row.length > 0))
    .check(({ value: rows, issues }) => {
      const bound = { code: 'too_big', origin: 'array', inclusive: true, input: rows } as const
      if (rows.length > LIMITS.keyboardRows) issues.push({ ...bound, maximum: LIMITS.keyboardRows })
      if (rows.flat().length > LIMITS.keyboardButtons) issues.push({ ...bound, maximum: LIMITS.keyboardButtons })
    })
}

const FORMS = ['inline_keyboard', 'keyboard', 'remove_keyboard'] as const
type Form = (typeof FORMS)[number]

/** `effect` is undefined if the markup changes nothing, for example if the keyboard is empty. */
export interface SentMarkup {
  effect: ReplyMarkup | undefined
  /**
   * The forms of markup (`inline_keyboard`, `keyboard`, `remove_keyboard`) that are present, including ignored ones.
   */
  forms: readonly Form[]
}

/** The schema of reply_markup. If a markup has several forms, only the first in the order of `FORMS` has an effect. */
export const replyMarkup = jsonText(
  z.preprocess(
    firstFormOnly,
    z
      .object({
        inline_keyboard: rowsOf(inlineButton).optional(),
        keyboard: rowsOf(replyButton).optional(),
        remove_keyboard: z.unknown().optional(),
      })
      .transform((markup): SentMarkup => ({ effect: effectOf(markup), forms: FORMS.filter((name) => name in markup) }))
      .optional(),
  ),
)

const anyJson = jsonText(z.unknown())

/** Returns true if a reply_markup was passed, however broken. */
export const isMarkup = (value: unknown) => anyJson.parse(value) !== undefined

type WrittenMarkup =
  | { inline_keyboard: InlineButton[][] }
  | { keyboard: (string | ReplyButton)[][]; [layout: string]: unknown }
  | { remove_keyboard: boolean; [more: string]: unknown }

/** Clears all forms of markup but the first whose value is not false. */
function firstFormOnly(markup: WrittenMarkup | null | undefined) {
  if (typeof markup !== 'object' || markup === null || Array.isArray(markup)) return markup ?? undefined
  const fields = markup as Record<string, unknown>
  const present = FORMS.filter((name) => fields[name] !== undefined && fields[name] !== null)
  const first = present.find((name) => fields[name] !== false)
  return Object.fromEntries(present.map((name) => [name, name === first ? fields[name] : undefined]))
}

interface Forms {
  inline_keyboard?: InlineButton[][] | undefined
  keyboard?: ReplyButton[][] | undefined
  remove_keyboard?: unknown
}

/** Returns the effect of the markup. `remove_keyboard` removes the keyboard for any value, even false. */
function effectOf(forms: Forms): ReplyMarkup | undefined {
  const { inline_keyboard, keyboard } = forms
  if (inline_keyboard) return inline_keyboard.length ? { inline_keyboard } : undefined
  if (keyboard) return keyboard.length ? { keyboard } : undefined
  return 'remove_keyboard' in forms ? { remove_keyboard: true } : undefined
}

function isPublicLink(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return false
  return !isLocalName(url.hostname) && !isThisMachine(bareHost(url))
}
