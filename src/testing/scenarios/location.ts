// A line and column in a file, as text and with the surrounding lines.

import { readFileSync } from 'node:fs'

export interface Location {
  file: string
  line: number
  column: number
}

export const locationText = ({ file, line, column }: Location) => `${file}:${line}:${column}`

const CONTEXT_LINES = 1
/** The maximum length of a source line in the excerpt. Longer lines are cut to the text around the column. */
const MAX_COLUMNS = 160
const MAX_COLUMNS_BEFORE = 40

export function codeFrame({ file, line, column }: Location): string[] {
  const lines = readLines(file)
  const first = Math.max(1, line - CONTEXT_LINES)
  const width = String(line + CONTEXT_LINES).length
  const frameLines = lines.slice(first - 1, line + CONTEXT_LINES)
  if (!frameLines.at(-1)?.trim()) frameLines.pop()
  return frameLines.map((text, i) => {
    const number = first + i
    const [mark, excerpt] = number === line ? ['>', excerptOf(text, column)] : [' ', excerptOf(text, 1)]
    return `${mark} ${String(number).padStart(width)} | ${excerpt}`.trimEnd()
  })
}

function excerptOf(text: string, column: number): string {
  if (text.length <= MAX_COLUMNS) return text
  const from = Math.max(0, column - 1 - MAX_COLUMNS_BEFORE)
  const to = from + MAX_COLUMNS
  return `${from ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}

/** Returns the lines of a file. Returns an empty list if the file cannot be read, for example after its deletion. */
function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)
  } catch {
    return []
  }
}
