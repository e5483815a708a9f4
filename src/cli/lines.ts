// Values as lines for people: what comes from bots cannot move the cursor.

import type { Json } from '../client/client.ts'

/** Everything but line breaks of our own that a terminal would act upon. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export const tame = (text: string) => text.replace(CONTROL, '·')

export const print = (...lines: string[]) => void process.stdout.write(lines.map((line) => `${tame(line)}\n`).join(''))

/** `key  value` for each field that is there. */
export function fields(value: Json): string[] {
  if (value === true || value === null) return ['Done.']
  if (typeof value !== 'object') return [String(value)]
  const width = Math.max(...Object.keys(value).map((key) => key.length))
  return Object.entries(value).map(([key, each]) => `${key.padEnd(width)}  ${inOneLine(each)}`)
}

export const inOneLine = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Rows in columns; the last takes what room it needs. */
export function columns(rows: string[][]): string[] {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, i) => Math.max(most[i] ?? 0, cell.length)), [])
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd(),
  )
}
