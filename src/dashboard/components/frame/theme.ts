// The one theme: what each meaning looks like in Ink, and the signs, in Unicode and in ASCII.

import type { TextProps } from 'ink'
import type { Look, Theme } from '../../terminal/look.ts'

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

type Role = 'good' | 'bad' | 'accent'

/** Attributes carry every meaning; a colour only adds to them. */
const STYLES: Readonly<Record<Style, TextProps & { role?: Role }>> = {
  plain: {},
  dim: { dimColor: true },
  strong: { bold: true },
  me: { bold: true, role: 'good' },
  bot: { bold: true, role: 'accent' },
  person: { bold: true },
  good: { role: 'good' },
  bad: { bold: true, role: 'bad' },
  warn: { role: 'accent' },
  key: { bold: true },
  button: { underline: true },
  chosen: { inverse: true },
  mark: { bold: true, role: 'accent' },
}

/** Each can be read on what is behind it; people's names differ in hue alone. */
const PALETTES = {
  dark: { good: '#5fd75f', bad: '#ff7f7f', accent: '#e08fe0', people: [0.8, 0.13] },
  light: { good: '#00691f', bad: '#b3001e', accent: '#8b008b', people: [0.48, 0.13] },
} as const satisfies Record<Theme, object>

export const colourOf = (role: Role, { theme }: Look): string => PALETTES[theme][role]

export function styleOf(style: Style, look: Look): TextProps {
  const { role, ...attributes } = STYLES[style]
  return look.colours === 'none' || role === undefined ? attributes : { ...attributes, color: colourOf(role, look) }
}

/** Numbers that follow one another are as far apart on the circle as can be. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** Every person has a colour of her own, the same wherever she is. */
export function hueOf(id: number, { theme }: Look): string {
  const [lightness, chroma] = PALETTES[theme].people
  return rgbOf(lightness, chroma, (Math.abs(id) * GOLDEN_ANGLE) % (2 * Math.PI))
}

/** From OKLCH, where all hues of one lightness are equally bright to the eye. */
function rgbOf(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const bytes = linear.map((part) => {
    const gamma = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
    return Math.round(255 * Math.max(0, Math.min(1, gamma)))
  })
  return `#${Buffer.from(bytes).toString('hex')}`
}

/** Each in Unicode, and in ASCII. */
const SIGNS = {
  more: ['…', '~'],
  here: ['▌', '>'],
  cursor: ['▏', '_'],
  dot: ['●', '*'],
  sent: ['→', '->'],
  came: ['←', '<-'],
  times: ['×', 'x'],
  reply: ['↪', '=>'],
  quote: ['│', '|'],
  pin: ['⊤', '^'],
  link: ['↗', '(link)'],
  folded: ['▸', '+'],
  unfolded: ['▾', '-'],
  open: ['‹', '<'],
  close: ['›', '>'],
  full: ['█', '#'],
  empty: ['░', '.'],
  bars: ['▁▂▃▄▅▆▇█', '.:-=+*#@'],
  separator: ['·', '-'],
} as const

type Signs = Record<keyof typeof SIGNS, string>

const signsAt = (at: 0 | 1) =>
  Object.fromEntries(Object.entries(SIGNS).map(([name, signs]) => [name, signs[at]])) as Signs

const UNICODE = { ...signsAt(0), edge: edges('╭╮╰╯', '─', '│'), edgeHere: edges('┏┓┗┛', '━', '┃') }
const ASCII = { ...signsAt(1), edge: edges('++++', '-', '|'), edgeHere: edges('####', '=', '#') }

function edges(corners: string, along: string, beside: string) {
  const [topLeft = '', topRight = '', bottomLeft = '', bottomRight = ''] = corners
  return { topLeft, topRight, bottomLeft, bottomRight, top: along, bottom: along, left: beside, right: beside }
}

export const signsOf = ({ ascii }: Look) => (ascii ? ASCII : UNICODE)
