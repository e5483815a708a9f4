// A screen as a picture, for the documents.

import type { IBufferCell } from '@xterm/headless'

export type Theme = 'dark' | 'light'

export const CELL = { width: 8, height: 16, baseline: 12.5 }
export const MARGIN = 12
export const FONT = 'font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="13.3" xml:space="preserve"'
export const GROUNDS = { dark: { ground: '#16181d', text: '#dfe1e5' }, light: { ground: '#fbfbf9', text: '#24262b' } }

/** The sixteen colours of a terminal, as many show them. */
const PALETTES = {
  dark: ['#3b4048', '#f07178', '#7fd88f', '#e5c07b', '#61afef', '#d290e4', '#56c2d6', '#dfe1e5'],
  light: ['#24262b', '#b3261e', '#1a7f37', '#8a5a00', '#0550ae', '#8250df', '#0f7285', '#57606a'],
}

interface Run {
  x: number
  y: number
  text: string
  cells: number
  isWide: boolean
  look: string
}

export function svgOf(cells: IBufferCell[][], theme: Theme, title: string): string {
  const { ground, text } = GROUNDS[theme]
  const width = cells[0]!.length * CELL.width + 2 * MARGIN
  const height = cells.length * CELL.height + 2 * MARGIN
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${ground}"/>`,
    `<g ${FONT} fill="${text}">`,
    ...drawCells(cells, theme).flat(),
    '</g>',
    '</svg>\n',
  ].join('\n')
}

/** Returns the elements of each row. */
export const drawCells = (cells: IBufferCell[][], theme: Theme): string[][] =>
  cells.map((row, y) => [...halfBlocks(row, y), ...groundsOf(row, y, theme), ...runsOf(row, y, theme).map(asText)])

/** Fonts disagree about their height: they are drawn as what they mean. */
function halfBlocks(row: IBufferCell[], y: number): string[] {
  const blocks: { x: number; cells: number; upper: number; lower: number }[] = []
  row.forEach((cell, x) => {
    if (cell.getChars() !== '▀') return
    const [upper, lower] = [cell.getFgColor(), cell.getBgColor()]
    const last = blocks.at(-1)
    if (last?.upper === upper && last.lower === lower && last.x + last.cells === x) last.cells++
    else blocks.push({ x, cells: 1, upper, lower })
  })
  return blocks.flatMap(({ x, cells, upper, lower }) => {
    const at = `x="${left(x)}" width="${cells * CELL.width}" height="${CELL.height / 2}"`
    return [
      `<rect ${at} y="${top(y)}" fill="${hex(upper)}"/>`,
      `<rect ${at} y="${top(y) + CELL.height / 2}" fill="${hex(lower)}"/>`,
    ]
  })
}

/** What is behind the cells of buttons, and of what is chosen. */
function groundsOf(row: IBufferCell[], y: number, theme: Theme): string[] {
  const grounds: { x: number; cells: number; colour: string }[] = []
  row.forEach((cell, x) => {
    const behind = cell.isBgRGB() && cell.getChars() !== '▀' ? hex(cell.getBgColor()) : undefined
    const colour = cell.isInverse() ? GROUNDS[theme].text : behind
    if (colour === undefined) return
    const last = grounds.at(-1)
    if (last?.colour === colour && last.x + last.cells === x) last.cells++
    else grounds.push({ x, cells: 1, colour })
  })
  return grounds.map(
    ({ x, cells, colour }) =>
      `<rect x="${left(x)}" y="${top(y)}" width="${cells * CELL.width}" height="${CELL.height}" fill="${colour}"/>`,
  )
}

/** Cells beside one another that look alike are one text; a wide one stands alone, as fonts disagree about its width. */
function runsOf(row: IBufferCell[], y: number, theme: Theme): Run[] {
  const runs: Run[] = []
  row.forEach((cell, x) => {
    const text = cell.getChars()
    if (text.trim() === '' || text === '▀') return
    const look = lookOf(cell, theme)
    const last = runs.at(-1)
    const isWide = cell.getWidth() === 2
    const goesOn = last && last.look === look && last.x + last.cells === x && !last.isWide && !isWide
    if (goesOn) {
      last.text += text
      last.cells++
    } else runs.push({ x, y, text, cells: cell.getWidth(), isWide, look })
  })
  return runs
}

function lookOf(cell: IBufferCell, theme: Theme): string {
  const ground = cell.isInverse() ? GROUNDS[theme].ground : undefined
  const colour = ground ?? foreground(cell, theme)
  const lines = [...(cell.isUnderline() ? ['underline'] : []), ...(cell.isStrikethrough() ? ['line-through'] : [])]
  return [
    colour === undefined ? '' : ` fill="${colour}"`,
    cell.isBold() ? ' font-weight="bold"' : '',
    cell.isDim() ? ' opacity=".6"' : '',
    lines.length ? ` text-decoration="${lines.join(' ')}"` : '',
  ].join('')
}

function foreground(cell: IBufferCell, theme: Theme): string | undefined {
  if (cell.isFgRGB()) return hex(cell.getFgColor())
  return cell.isFgPalette() ? PALETTES[theme][cell.getFgColor() % 8] : undefined
}

function asText({ x, y, text, cells, look }: Run): string {
  const at = `x="${left(x)}" y="${top(y) + CELL.baseline}" textLength="${cells * CELL.width}"`
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text ${at} lengthAdjust="spacingAndGlyphs"${look}>${safe}</text>`
}

const left = (x: number) => MARGIN + x * CELL.width
const top = (y: number) => MARGIN + y * CELL.height
const hex = (rgb: number) => `#${rgb.toString(16).padStart(6, '0')}`
