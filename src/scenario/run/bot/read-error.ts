// Finds the last error in a bot's output, and describes how the bot ended.

import { constants } from 'node:os'
import type { Ending } from './bot-process.ts'

export interface WrittenError {
  message: string
  /** Stack frames in the bot's own files, innermost first. */
  frames: string[]
}

/** Matches `TypeError: x`, `grammy.GrammyError: x`, `panic: x` and `thread 'main' panicked at x`. */
const ERROR_LINE =
  /^(?:Uncaught |Unhandled \w+ )?(?:[\w.$]*(?:Error|Exception|Warning|Interrupt|Exit)\b(?: \[\w+\])?(?::|$)|panic: |thread '.*' panicked )/
const NODE_FRAME = /^\s+at /
const PYTHON_FRAME = /^\s+File "/
/** Matches stack frames of the runtime and of libraries. */
const FOREIGN_CODE = /node:|node_modules|<frozen |site-packages|dist-packages|\/lib\/python|<anonymous>$/

/** Matches the line of an error if the bot logs only the message, without the type and the stack. */
const ERROR_WORDS = /\b(error|exception|fail(ed|ure)?|cannot|can't|undefined)\b|^Bad Request: |^Forbidden: /i

export function errorIn(lines: readonly string[]): WrittenError | undefined {
  const at = lines.findLastIndex((line) => ERROR_LINE.test(line))
  if (at < 0) {
    const complaint = lines.findLast((line) => ERROR_WORDS.test(line))
    return complaint === undefined ? undefined : { message: complaint.trim(), frames: [] }
  }
  const message = (lines[at] ?? '').trim()
  return { message, frames: [...framesBelow(lines, at), ...framesAbove(lines, at)] }
}

/** Returns the frames below an error, as Node writes them, innermost first. */
function framesBelow(lines: readonly string[], at: number): string[] {
  const end = lines.findIndex((line, i) => i > at && !NODE_FRAME.test(line))
  return lines.slice(at + 1, end < 0 ? undefined : end).filter(isOwn)
}

/** Returns the frames above an error, as Python writes them: innermost last, each with a line of code. */
function framesAbove(lines: readonly string[], at: number): string[] {
  const begin = lines.slice(0, at).findLastIndex((line) => line.startsWith('Traceback '))
  if (begin < 0) return []
  const frames: string[] = []
  for (let i = begin + 1; i < at; i++) {
    const line = lines[i] ?? ''
    const code = lines[i + 1] ?? ''
    if (PYTHON_FRAME.test(line) && isOwn(line))
      frames.unshift(`${line}${PYTHON_FRAME.test(code) ? '' : `: ${code.trim()}`}`)
  }
  return frames
}

const isOwn = (line: string) => !FOREIGN_CODE.test(line)

/** Returns the last line of the output, for output that contains no error. Skips Node's version line. */
const lastLine = (lines: readonly string[]) => lines.findLast((line) => line.trim() && !/^Node\.js v\d/.test(line))

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
  const cause = errorIn(output)?.message ?? lastLine(output)
  return [cause && asSentence(cause), `The bot ended ${[endingText(how), when].filter(Boolean).join(' ')}.`]
    .filter(Boolean)
    .join(' ')
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
