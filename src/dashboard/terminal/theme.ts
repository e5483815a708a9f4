// The one theme: how styles look in colour and without it, and the signs, in Unicode and in ASCII.

import type { Halves, Line, Span, Style } from './line.ts'
import { cells } from './text.ts'

export type Colours = 'none' | 'few' | 'full'

export interface Look {
  colours: Colours
  ascii: boolean
  /** For a screen reader: one pane after another, nothing drawn around. */
  spoken: boolean
}

/** Attributes carry every meaning; a colour only adds to them. */
const STYLES: Record<Style, { attributes?: string; colour?: string }> = {
  plain: {},
  dim: { attributes: '2' },
  strong: { attributes: '1' },
  me: { attributes: '1', colour: '36' },
  bot: { attributes: '1', colour: '35' },
  person: { attributes: '1', colour: '34' },
  good: { colour: '32' },
  bad: { attributes: '1', colour: '31' },
  warn: { colour: '33' },
  key: { attributes: '1' },
  button: { attributes: '4', colour: '36' },
  chosen: { attributes: '7' },
  mark: { attributes: '1', colour: '33' },
  edge: { attributes: '2' },
  'edge-here': { attributes: '1', colour: '36' },
}

const UNICODE = {
  more: '…',
  here: '▌',
  cursor: '▏',
  dot: '●',
  sent: '→',
  came: '←',
  reply: '↪',
  quote: '│',
  pin: '⊤',
  link: '↗',
  open: '‹',
  close: '›',
  full: '█',
  empty: '░',
  bars: '▁▂▃▄▅▆▇█',
  separator: '·',
  edge: { tl: '╭', tr: '╮', bl: '╰', br: '╯', h: '─', v: '│' },
  edgeHere: { tl: '┏', tr: '┓', bl: '┗', br: '┛', h: '━', v: '┃' },
}

const ASCII: typeof UNICODE = {
  more: '~',
  here: '>',
  cursor: '_',
  dot: '*',
  sent: '->',
  came: '<-',
  reply: '=>',
  quote: '|',
  pin: '^',
  link: '(link)',
  open: '<',
  close: '>',
  full: '#',
  empty: '.',
  bars: '.:-=+*#@',
  separator: '-',
  edge: { tl: '+', tr: '+', bl: '+', br: '+', h: '-', v: '|' },
  edgeHere: { tl: '#', tr: '#', bl: '#', br: '#', h: '=', v: '#' },
}

export type Signs = typeof UNICODE

export const signsOf = (look: Look): Signs => (look.ascii ? ASCII : UNICODE)

/** A line as the terminal takes it. */
export function toAnsi(spans: Line, look: Look): string {
  return spans.map((one) => painted(one, look)).join('')
}

function painted({ text, style }: Span, look: Look): string {
  const said = look.ascii ? inAscii(text) : text
  const codes = typeof style === 'string' ? codesOf(style, look) : halves(style, look)
  return codes ? `\u001b[${codes}m${said}\u001b[0m` : said
}

function codesOf(style: Style, { colours }: Look): string {
  const { attributes, colour } = STYLES[style]
  return [attributes, colours === 'none' ? undefined : colour].filter(Boolean).join(';')
}

function halves({ upper, lower }: Halves, { colours }: Look): string {
  if (colours === 'none') return ''
  return `38;${colourOf(upper, colours)};48;${colourOf(lower, colours)}`
}

function colourOf(rgb: number, colours: Colours): string {
  const [r, g, b] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255] as const
  if (colours === 'full') return `2;${r};${g};${b}`
  const step = (value: number) => Math.round((value / 255) * 5)
  return `5;${16 + 36 * step(r) + 6 * step(g) + step(b)}`
}

/** Signs in our own words that have a plain twin. */
const PLAINER: Readonly<Record<string, string>> = { '…': ASCII.more, '·': ASCII.separator }

const inAscii = (text: string) =>
  /^[ -~]*$/.test(text)
    ? text
    : cells(text)
        .map((cell) => PLAINER[cell.text] ?? (/^[ -~]$/.test(cell.text) ? cell.text : '?'.repeat(cell.width)))
        .join('')
