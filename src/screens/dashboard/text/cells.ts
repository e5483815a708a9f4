// Makes untrusted text safe for a terminal; measures, truncates and wraps it.

import cliTruncate from 'cli-truncate'
import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'
import { sanitize } from '../../../lib/safe-text.ts'

export const oneLine = (text: string) => sanitize(text.replace(/\r?\n/g, ' '))

export const width = (text: string) => stringWidth(oneLine(text))

export const truncate = (text: string, room: number) => cliTruncate(oneLine(text), room)

export const wrap = (text: string, room: number): string[] =>
  text.split(/\r?\n/).flatMap((line) => wrapLine(oneLine(line), Math.max(2, room)))

function wrapLine(line: string, room: number): string[] {
  if (stringWidth(line) <= room) return [line]
  const rows = wrapAnsi(line, room, { trim: false, hard: true }).split('\n')
  return rows.map((row, i) => (i ? row.replace(/^ /, '') : row).trimEnd()).filter((row, i) => row !== '' || i === 0)
}
