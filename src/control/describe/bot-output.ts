// Finds the last error in a bot's output, and shortens the output without hiding errors.

import { plural } from '../../lib/safe-text.ts'

export interface WrittenError {
  /** The first line of the message. */
  message: string
  /** The other lines of the message. */
  more: string[]
  /** Stack frames in the bot's own files, innermost first. */
  frames: string[]
}

/** The line numbers of an error. The stack is below the message, or above it (Python). */
interface Block {
  begin: number
  message: number
  stack: number
  end: number
}

/** Matches `TypeError: x`, `grammy.GrammyError: x`, `panic: x` and `thread 'main' panicked at x`. */
const ERROR_LINE =
  /^(?:Uncaught |Unhandled \w+ )?(?:[\w.$]*(?:Error|Exception|Warning|Interrupt|Exit)\b(?: \[\w+\])?(?::|$)|panic: |thread '.*' panicked )/
const FRAME = /^\s+at /
const PYTHON_FRAME = /^\s+File "/
/** Matches stack frames of the runtime and of libraries. */
const FOREIGN_CODE = /node:|node_modules|<frozen |site-packages|dist-packages|\/lib\/python|<anonymous>$/
/** Matches a line of a stack, or of the fields that Node prints below it. */
const INSIDE = /^\s|^[\])}]/
const NODE_VERSION = /^Node\.js v\d/
const MAX_MESSAGE_LINES = 5

/** Matches an error of which the bot logs only the message, without the type and the stack. */
const ERROR_WORDS =
  /\b(error|exception|fail(ed|ure)?|cannot|can't|(?<!: )undefined|is not (a function|defined|iterable))\b|^Bad Request: |^Forbidden: /i

export function errorIn(lines: readonly string[]): WrittenError | undefined {
  const block = errorsIn(lines).at(-1)
  if (!block) return undefined
  const { begin, message, stack, end } = block
  const frames = lines.slice(stack, end).flatMap((line) => (FRAME.test(line) && isOwn(line) ? frameText(line) : []))
  return {
    message: (lines[message] ?? '').trim(),
    more: lines.slice(message + 1, stack),
    frames: [...new Set([...frames, ...pythonFrames(lines.slice(begin, message))])],
  }
}

/** Returns the line that says why a program ended: that of its last error, or else its last line. */
export const causeIn = (lines: readonly string[]): string | undefined =>
  errorIn(lines)?.message ?? lines.findLast((line) => line.trim() && !NODE_VERSION.test(line))

/** Returns the lines of the last error, without its first line if `known` begins with it. */
export function errorLines(lines: readonly string[], known = ''): string[] {
  const error = errorIn(lines)
  if (!error) return []
  const { message, more, frames } = error
  return [...(known.startsWith(message) ? [] : [message]), ...more, ...frames.map((frame) => `  ${frame}`)]
}

/** Returns the output without its last error. An earlier error keeps only the first line of its message. */
export function linesAroundError(lines: readonly string[]): string[] {
  const errors = errorsIn(lines)
  const isHidden = (i: number) =>
    errors.some((each, at) => i >= each.begin && i < each.end && (i !== each.message || at === errors.length - 1))
  const kept = lines.filter((line, i) => !isHidden(i) && !NODE_VERSION.test(line))
  return kept.slice(0, kept.findLastIndex((line) => line.trim()) + 1)
}

/** Returns at most `max` lines of the output: the last error, unless `known` begins with it, then the newest lines. */
export function outputExcerpt(lines: readonly string[], max: number, known?: string): string[] {
  const error = errorLines(lines, known).slice(0, max)
  return [...error, ...lastLines(linesAroundError(lines), max - error.length)]
}

const LAST_LINES = 20

export const OUTPUT_TITLE = 'Last output of the bot:'

export function lastOutputLines(lines: readonly string[], known?: string): string[] {
  const excerpt = outputExcerpt(lines, LAST_LINES, known)
  return excerpt.length ? [OUTPUT_TITLE, ...excerpt.map((line) => `  ${line}`)] : []
}

export function lastLines(lines: readonly string[], max: number): string[] {
  const omitted = Math.max(0, lines.length - max)
  return [...(omitted ? [`… ${plural(omitted, 'earlier line')}`] : []), ...lines.slice(omitted)]
}

/** Returns all errors, or else the last line that reads like one. Indented lines are parts of other values. */
function errorsIn(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    if (!ERROR_LINE.test(line) && (INSIDE.test(line) || !line || !FRAME.test(lines[i + 1] ?? ''))) continue
    const block = blockAt(lines, i)
    blocks.push(block)
    i = block.end - 1
  }
  if (blocks.length) return blocks
  const isComplaint = (line: string) => ERROR_WORDS.test(line)
  const outside = lines.findLastIndex((line) => isComplaint(line) && !INSIDE.test(line))
  const at = outside < 0 ? lines.findLastIndex(isComplaint) : outside
  return at < 0 ? [] : [blockAt(lines, at)]
}

function blockAt(lines: readonly string[], message: number): Block {
  const indexFrom = (from: number, test: (line: string) => boolean) => {
    const index = lines.findIndex((line, i) => i >= from && test(line))
    return index < 0 ? lines.length : index
  }
  const next = indexFrom(message + 1, (line) => !line || INSIDE.test(line) || ERROR_LINE.test(line))
  const isStack = FRAME.test(lines[next] ?? '') && next - message <= MAX_MESSAGE_LINES
  const stack = isStack ? next : message + 1
  const above = lines.slice(0, message).findLastIndex((line) => !/^\s/.test(line))
  const begin = lines[above]?.startsWith('Traceback ') ? above : message
  return { begin, message, stack, end: indexFrom(stack, (line) => !INSIDE.test(line)) }
}

/** Returns the frames of Python, whose innermost frame is the last, each with its line of code. */
function pythonFrames(lines: readonly string[]): string[] {
  return lines
    .flatMap((line, i) => {
      const code = lines[i + 1] ?? ''
      if (!PYTHON_FRAME.test(line) || !isOwn(line)) return []
      return [PYTHON_FRAME.test(code) ? frameText(line) : `${frameText(line)}: ${code.trim()}`]
    })
    .reverse()
}

const isOwn = (line: string) => !FOREIGN_CODE.test(line)

/** Returns a frame without the brace with which Node begins the fields of the error. */
const frameText = (line: string) => line.trim().replace(/ \{$/, '')
