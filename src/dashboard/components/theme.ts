// The one theme: what each meaning looks like in Ink, and the signs, in Unicode and in ASCII.

import type { TextProps } from 'ink'
import type { Colours, Look } from '../terminal/look.ts'

export type Style =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'me'
  | 'bot'
  | 'person'
  | 'good'
  | 'bad'
  | 'warn'
  | 'key'
  | 'button'
  | 'chosen'
  | 'mark'

/** Attributes carry every meaning; a colour only adds to them. Yellow, cyan and blue vanish on white or on black. */
const STYLES: Readonly<Record<Style, TextProps>> = {
  plain: {},
  dim: { dimColor: true },
  strong: { bold: true },
  me: { bold: true, color: 'green' },
  bot: { bold: true, color: 'magenta' },
  person: { bold: true },
  good: { color: 'green' },
  bad: { bold: true, color: 'red' },
  warn: { color: 'magenta' },
  key: { bold: true },
  button: { underline: true },
  chosen: { inverse: true },
  mark: { bold: true, color: 'magenta' },
}

export function styleOf(style: Style, colours: Colours): TextProps {
  const { color, ...attributes } = STYLES[style]
  return colours === 'none' || color === undefined ? attributes : { ...attributes, color }
}

/** Each can be read on white and on black, and none means good or bad. */
const HUES = ['#af5fd7', '#0087af', '#af8700', '#5f87d7', '#d75faf', '#00875f', '#87875f', '#8787d7'] as const

/** Every person has a colour of her own, the same wherever she is. */
export const hueOf = (id: number): string => HUES[Math.abs(id) % HUES.length] ?? HUES[0]

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
  edge: edges('╭╮╰╯', '─', '│'),
  edgeHere: edges('┏┓┗┛', '━', '┃'),
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
  edge: edges('++++', '-', '|'),
  edgeHere: edges('####', '=', '#'),
}

function edges([topLeft, topRight, bottomLeft, bottomRight]: string, along: string, beside: string) {
  return {
    topLeft: topLeft!,
    topRight: topRight!,
    bottomLeft: bottomLeft!,
    bottomRight: bottomRight!,
    top: along,
    bottom: along,
    left: beside,
    right: beside,
  }
}

export const signsOf = ({ ascii }: Look) => (ascii ? ASCII : UNICODE)
