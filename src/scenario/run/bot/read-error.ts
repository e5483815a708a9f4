// The last error in what a bot has written, and how a bot ended, in words.

import { constants } from 'node:os'
import type { Ending } from './bot-process.ts'

export interface WrittenError {
  /** What went wrong, on one line. */
  message: string
  /** Lines of the bot's own files, nearest first. */
  frames: string[]
}

/** `TypeError: x`, `grammy.GrammyError: x`, `panic: x`, `thread 'main' panicked at x`. */
const HEAD =
  /^(?:Uncaught |Unhandled \w+ )?(?:[\w.$]*(?:Error|Exception|Warning|Interrupt|Exit)\b(?: \[\w+\])?(?::|$)|panic: |thread '.*' panicked )/
const NODE_FRAME = /^\s+at /
const PYTHON_FRAME = /^\s+File "/
/** Code that the author of a bot did not write. */
const FOREIGN = /node:|node_modules|<frozen |site-packages|dist-packages|\/lib\/python|<anonymous>$/

/** What a bot writes that keeps its errors to itself, but for their message. */
const COMPLAINT = /\b(error|exception|fail(ed|ure)?|cannot|can't|undefined)\b|^Bad Request: |^Forbidden: /i

export function errorIn(lines: readonly string[]): WrittenError | undefined {
  const at = lines.findLastIndex((line) => HEAD.test(line))
  if (at < 0) {
    const complaint = lines.findLast((line) => COMPLAINT.test(line))
    return complaint === undefined ? undefined : { message: complaint.trim(), frames: [] }
  }
  const message = (lines[at] ?? '').trim()
  return { message, frames: [...framesBelow(lines, at), ...framesAbove(lines, at)] }
}

/** As Node writes them. */
function framesBelow(lines: readonly string[], at: number): string[] {
  const end = lines.findIndex((line, i) => i > at && !NODE_FRAME.test(line))
  return lines.slice(at + 1, end < 0 ? undefined : end).filter(isOwn)
}

/** As Python writes them: the innermost last, each with its line of code. */
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

const isOwn = (line: string) => !FOREIGN.test(line)

/** What a bot that ended without a word of an error has written last. */
const lastLine = (lines: readonly string[]) => lines.findLast((line) => line.trim() && !/^Node\.js v\d/.test(line))

/** A shell turns the signal that ended what it ran into a code. */
const SHELL_SIGNAL = 128

function endingText({ code, signal }: Ending): string {
  if (signal) return `by ${signal}`
  const [name] = Object.entries(constants.signals).find(([, number]) => number + SHELL_SIGNAL === code) ?? []
  return `with code ${code}${name ? ` (${name})` : ''}`
}

/** Names the last error first, then how the bot ended. */
export function botEnded(how: Ending, output: readonly string[], when?: string): string {
  const cause = errorIn(output)?.message ?? lastLine(output)
  return [cause && asSentence(cause), `The bot ended ${[endingText(how), when].filter(Boolean).join(' ')}.`]
    .filter(Boolean)
    .join(' ')
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
