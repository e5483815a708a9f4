// Prints lines of text in colours and columns, and sanitizes untrusted text.

import type { MessageView } from '../../control/contract/messages.ts'
import type { CallView } from '../../control/contract/traffic.ts'
import { notesOn } from '../../control/describe/call.ts'
import { asideText, buttonRow, messageExcerpt, serviceText } from '../../control/describe/message.ts'
import { type Meaning, type Palette, PLAIN, paletteFor } from '../../lib/colours.ts'
import { disarm, sanitize } from '../../lib/safe-text.ts'
import { formatMs, secondOf } from '../../lib/time-text.ts'

/** A piece of a line. If it has a meaning, such as `bad`, it is coloured where the stream supports colours. */
export type Piece = string | { as: Meaning; text: string }
export type Line = string | readonly Piece[]

const GAP = '  '

const textOf = (piece: Piece) => sanitize(typeof piece === 'string' ? piece : piece.text)

/** Sanitizes each piece before colouring it, so that only our own escape sequences are printed. */
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

export function fieldLines(value: unknown): Line[] {
  if (value === true || value === null) return ['Done.']
  if (typeof value !== 'object') return [String(value)]
  return columns(Object.entries(value).map(([key, each]) => [key, textOrJson(each)]))
}

export const textOrJson = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Drops empty pieces at the end, and pads each piece but the last one to the width of its column. */
export function spacePieces(pieces: readonly Piece[], widths: readonly number[] = []): Line {
  const last = pieces.findLastIndex((piece) => textOf(piece) !== '')
  return pieces.slice(0, last + 1).flatMap((piece, i) => {
    if (i === last) return [piece]
    const width = widths[i]
    return [piece, width === undefined ? GAP : GAP.padStart(width - textOf(piece).length + GAP.length)]
  })
}

/** Formats rows as lines with aligned columns. Aligns the first `alignedCount` columns, by default all columns. */
export function columns(rows: readonly (readonly Piece[])[], alignedCount?: number): Line[] {
  const [firstRow = []] = rows
  const widths = firstRow
    .slice(0, alignedCount)
    .map((_, i) => Math.max(...rows.map((each) => textOf(each[i] ?? '').length)))
  return rows.map((each) => spacePieces(each, widths))
}

export const timePiece = (at: number): Piece => ({ as: 'aside', text: secondOf(at) })

export const durationPiece = (ms: number): Piece => ({ as: 'aside', text: formatMs(ms) })

export const statusPiece = (status: number | null, text = String(status)): Piece => ({ as: meaningOf(status), text })

/** Returns why a call was refused, the id of the service's rule behind it, and warnings such as ignored parameters. */
export function causePieces(call: Omit<CallView, 'bot' | 'ok' | 'body'>): Piece[] {
  const { status, why, rule } = call
  const pieces: Piece[] = notesOn(call).map((text) => ({ as: 'notice', text }))
  if (rule !== undefined) pieces.unshift({ as: 'rule', text: rule })
  if (why !== undefined) pieces.unshift({ as: meaningOf(status) === 'good' ? 'notice' : 'bad', text: why })
  return pieces
}

function meaningOf(status: number | null): Meaning {
  if (status === null || status < 200) return 'bad'
  if (status < 300) return 'good'
  return status < 500 ? 'bad' : 'serverError'
}

export function messageLines(message: MessageView): Line[] {
  const { message_id, date, author, reply_markup } = message
  const name: Piece = author.is_bot ? { as: 'title', text: author.first_name } : author.first_name
  const [firstLine = '', ...otherLines] = messageExcerpt(message).split('\n')
  const aside = asideText(message) && `(${asideText(message)})`
  const indent = ' '.repeat(`${message_id}  00:00:00  `.length)
  return [
    [
      `${message_id}  `,
      timePiece(date),
      '  ',
      ...(serviceText(message) === undefined ? [name, ': '] : []),
      firstLine,
      ...(aside && !otherLines.length ? [{ as: 'aside' as const, text: `  ${aside}` }] : []),
    ],
    ...otherLines.map((text) => indent + text),
    ...(aside && otherLines.length ? [[indent, { as: 'aside' as const, text: aside }]] : []),
    ...(reply_markup?.inline_keyboard ?? []).map((row) => indent + buttonRow(row.map(({ text }) => text))),
  ]
}
