// Prints lines: pieces with a meaning, in columns, with untrusted text sanitized.

import type { MessageView } from '../../contract/messages.ts'
import { type Noted, notesOn } from '../../describe/call.ts'
import { asideText, buttonRow, excerpt, serviceText } from '../../describe/message.ts'
import { disarm, sanitize } from '../../describe/text.ts'
import { secondOf } from '../../describe/time.ts'
import { type Meaning, type Palette, PLAIN, paletteFor } from '../../lib/colours.ts'

/** A part of a line. A piece with a meaning has its colour, if the stream shows colours. */
export type Piece = string | { as: Meaning; text: string }
export type Line = string | readonly Piece[]

const GAP = '  '

const textOf = (piece: Piece) => sanitize(typeof piece === 'string' ? piece : piece.text)

/** Sanitizes each piece before it is coloured, so that all escape sequences of a line are our own. */
export function lineText(line: Line, palette: Palette): string {
  if (typeof line === 'string') return disarm(textOf(line))
  if (palette === PLAIN) return disarm(line.map(textOf).join(''))
  const pieces = line.map((piece) => (typeof piece === 'string' ? textOf(piece) : palette(piece.as, textOf(piece))))
  return disarm(pieces.join(''))
}

export function print(...lines: Line[]) {
  const palette = paletteFor('stdout')
  process.stdout.write(lines.map((line) => `${lineText(line, palette)}\n`).join(''))
}

/** Returns `key  value` for each field of a result. */
export function fields(value: unknown): string[] {
  if (value === true || value === null) return ['Done.']
  if (typeof value !== 'object') return [String(value)]
  const width = Math.max(...Object.keys(value).map((key) => key.length))
  return Object.entries(value).map(([key, each]) => `${key.padEnd(width)}  ${textOrJson(each)}`)
}

export const textOrJson = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Puts pieces beside one another, each at least as wide as its column. */
export function spaced(pieces: readonly Piece[], widths: readonly number[] = []): Line {
  const filled = pieces.slice(0, pieces.findLastIndex((piece) => textOf(piece) !== '') + 1)
  return filled.flatMap((piece, i) =>
    i === filled.length - 1 ? [piece] : [piece, GAP.padStart((widths[i] ?? 0) - textOf(piece).length + GAP.length)],
  )
}

/** Aligns rows in columns. The last piece of a row, and all pieces behind the `aligned` ones, take the room they need. */
export function columns(rows: readonly (readonly Piece[])[], aligned?: number): Line[] {
  const [first = []] = rows
  const widths = first.slice(0, aligned).map((_, i) => Math.max(...rows.map((each) => textOf(each[i] ?? '').length)))
  return rows.map((each) => spaced(each, widths))
}

export const timePiece = (at: number): Piece => ({ as: 'aside', text: secondOf(at) })

export const durationPiece = (ms: number): Piece => ({ as: 'aside', text: `${ms.toFixed(1)} ms` })

/** A call or a delivery without an answer has no status. */
export const statusPiece = (status: number | null, text = String(status)): Piece => ({ as: meaningOf(status), text })

interface Explained extends Noted {
  status: number
  why?: string
  rule?: string
}

/** Says why a call was refused or which fault it met, and what of it had no effect. */
export const causePieces = ({ status, why, rule, ...noted }: Explained): Piece[] => [
  ...(why === undefined ? [] : [{ as: meaningOf(status) === 'good' ? 'notice' : 'bad', text: why } as const]),
  ...(rule === undefined ? [] : [{ as: 'rule', text: rule } as const]),
  ...notesOn(noted).map((text) => ({ as: 'notice', text }) as const),
]

function meaningOf(status: number | null): Meaning {
  if (status === null || status < 200) return 'bad'
  if (status < 300) return 'good'
  return status < 500 ? 'bad' : 'serverError'
}

/** Returns a message as people read it: number, time, author, content, and its buttons row by row. */
export function messageLines(message: MessageView): Line[] {
  const { message_id, date, author, reply_markup } = message
  const name: Piece = author.is_bot ? { as: 'title', text: author.first_name } : author.first_name
  const [first = '', ...others] = excerpt(message).split('\n')
  const aside = asideText(message) && `(${asideText(message)})`
  const indent = ' '.repeat(`${message_id}  00:00:00  `.length)
  return [
    [
      `${message_id}  `,
      timePiece(date),
      '  ',
      ...(serviceText(message) === undefined ? [name, ': '] : []),
      first,
      ...(aside && !others.length ? [{ as: 'aside' as const, text: `  ${aside}` }] : []),
    ],
    ...others.map((text) => indent + text),
    ...(aside && others.length ? [[indent, { as: 'aside' as const, text: aside }]] : []),
    ...(reply_markup?.inline_keyboard ?? []).map((row) => indent + buttonRow(row.map(({ text }) => text))),
  ]
}
