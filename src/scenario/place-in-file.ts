// A place in a file, as text, and the lines around it.

import { readFileSync } from 'node:fs'

export interface Place {
  file: string
  line: number
  column: number
}

export const placeText = ({ file, line, column }: Place) => `${file}:${line}:${column}`

const AROUND = 1
/** A whole file may stand in one line: of a long one is shown what is around the place. */
const MAX_COLUMNS = 160
const BEFORE = 40

/** The lines of a file around a place in it, the line itself marked. */
export function codeFrame({ file, line, column }: Place): string[] {
  const lines = linesOf(file)
  const first = Math.max(1, line - AROUND)
  const width = String(line + AROUND).length
  const shown = lines.slice(first - 1, line + AROUND)
  if (!shown.at(-1)?.trim()) shown.pop()
  return shown.map((text, i) => {
    const number = first + i
    const shown = number === line ? partOf(text, column) : partOf(text, 1)
    return `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${shown}`.trimEnd()
  })
}

function partOf(text: string, column: number): string {
  if (text.length <= MAX_COLUMNS) return text
  const from = Math.max(0, column - 1 - BEFORE)
  const to = from + MAX_COLUMNS
  return `${from ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
}

/** It may be gone by now. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)
  } catch {
    return []
  }
}
