// Derives the text that identifies the cause of a failure.

import type { WrittenError } from '../../scenario/run/bot/read-error.ts'

/** Returns the line of code that threw the error, or its message if the stack is unknown. */
export const causeOf = ({ message, frames }: WrittenError) => frames[0]?.trim() ?? withoutNumbers(message)

/** Replaces numbers and quoted values, which differ in each conversation although the failure is the same. */
export const withoutNumbers = (text: string) =>
  text
    .replace(/"[^"]*"|'[^']*'/g, '"…"')
    .replace(/(?<!:)\b\d+\b/g, '#')
    .trim()
