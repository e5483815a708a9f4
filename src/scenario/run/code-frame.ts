// The lines of a scenario file around a place in it.

import { readFileSync } from 'node:fs'
import type { Place } from '../place.ts'

const AROUND = 1

export function codeFrame({ file, line }: Place): string[] {
  const lines = linesOf(file)
  const first = Math.max(1, line - AROUND)
  const width = String(line + AROUND).length
  const shown = lines.slice(first - 1, line + AROUND)
  if (!shown.at(-1)?.trim()) shown.pop()
  return shown.map((text, i) => {
    const number = first + i
    return `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${text}`.trimEnd()
  })
}

/** It may be gone by now. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)
  } catch {
    return []
  }
}
