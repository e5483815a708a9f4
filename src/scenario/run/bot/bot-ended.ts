// A bot that has ended, in words: its last error first, then how it ended.

import { constants } from 'node:os'
import type { Ending } from './bot-process.ts'
import { errorIn, lastLine } from './read-error.ts'

/** A shell turns the signal that ended what it ran into a code. */
const SHELL_SIGNAL = 128

function endingText({ code, signal }: Ending): string {
  if (signal) return `by ${signal}`
  const [name] = Object.entries(constants.signals).find(([, number]) => number + SHELL_SIGNAL === code) ?? []
  return `with code ${code}${name ? ` (${name})` : ''}`
}

export function botEnded(how: Ending, output: readonly string[], when?: string): string {
  const cause = errorIn(output)?.message ?? lastLine(output)
  return [cause && asSentence(cause), `The bot ended ${[endingText(how), when].filter(Boolean).join(' ')}.`]
    .filter(Boolean)
    .join(' ')
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
