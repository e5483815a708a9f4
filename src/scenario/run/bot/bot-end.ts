// Describes how the bot ended.

import { constants } from 'node:os'
import { causeIn } from '../../../describe/bot-output.ts'
import type { Ending } from './bot-process.ts'

/** A shell reports that a signal ended a command with the exit code 128 + the signal's number. */
const SHELL_SIGNAL_BASE = 128

/** Returns the end of the sentence "The bot ended …", such as `by SIGTERM` or `with code 1`. */
export function endingText({ code, signal }: Ending): string {
  if (signal) return `by ${signal}`
  const [name] = Object.entries(constants.signals).find(([, number]) => number + SHELL_SIGNAL_BASE === code) ?? []
  return `with code ${code}${name ? ` (${name})` : ''}`
}

/** Returns sentences such as "TypeError: x. The bot ended with code 1." */
export function botEndedText(how: Ending, output: readonly string[], when?: string): string {
  const cause = causeIn(output)
  return [cause && asSentence(cause), `The bot ended ${[endingText(how), when].filter(Boolean).join(' ')}.`]
    .filter(Boolean)
    .join(' ')
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
