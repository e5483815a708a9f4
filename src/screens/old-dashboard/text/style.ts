// The look of the screen: its styles, colours and symbols, chosen by environment and flags.

import chalk, { type ChalkInstance, supportsColor } from 'chalk'
import { sanitizeLine } from './cells.ts'

export type Role = 'good' | 'bad' | 'warn' | 'accent'

interface Drawn {
  attributes?: ChalkInstance
  role?: Role
}

/** A meaning never depends on a colour alone, because a terminal can lack colours. */
const STYLES = {
  plain: {},
  dim: { attributes: chalk.dim },
  undone: { attributes: chalk.dim.strikethrough },
  strong: { attributes: chalk.bold },
  good: { role: 'good' },
  bad: { attributes: chalk.bold, role: 'bad' },
  reason: { role: 'bad' },
  warn: { role: 'warn' },
  key: { attributes: chalk.bold },
  button: { attributes: chalk.underline },
  chosen: { attributes: chalk.inverse },
  mark: { attributes: chalk.bold, role: 'accent' },
} as const satisfies Record<string, Drawn>

export type Style = keyof typeof STYLES

/** Colours that contrast with the background. `people` is the lightness and chroma of names; their hues differ. */
const PALETTES = {
  dark: { good: '#5fd75f', bad: '#ff7f7f', warn: '#e6c34a', accent: '#6cb6ff', button: '#2c313a', people: [0.8, 0.13] },
  light: {
    good: '#00691f',
    bad: '#b3001e',
    warn: '#7a5b00',
    accent: '#0550ae',
    button: '#e4e7eb',
    people: [0.48, 0.13],
  },
} as const satisfies Record<Theme, object>

export const colourOf = (role: Role, { theme }: Look): string => PALETTES[theme][role]

/**
 * Returns the background colour of buttons, which differs only slightly from the terminal's own background. Returns
 * undefined if the terminal cannot show such fine differences.
 */
export const buttonBackground = ({ theme, colours }: Look): string | undefined =>
  colours === 'full' ? PALETTES[theme].button : undefined

/** `colour` replaces the colour of the style, and `behind` is the background colour. */
export function paint(text: string, style: Style, look: Look, colour?: string, behind?: string): string {
  const safeText = sanitizeLine(text)
  if (look.isSpoken) return safeText
  const { attributes, role }: Drawn = STYLES[style]
  const front = look.colours === 'none' ? undefined : (colour ?? (role && colourOf(role, look)))
  const coloured = front === undefined ? safeText : chalk.hex(front)(safeText)
  const onBackground = behind === undefined ? coloured : chalk.bgHex(behind)(coloured)
  return attributes ? attributes(onBackground) : onBackground
}

/**
 * The hues of people, in radians: cyan, and violet to pink. The other hues have a meaning: red, yellow and green show
 * states, and the blue between cyan and violet is the accent.
 */
const CYAN = { from: 3.1, count: 0.85 }
const VIOLET = { from: 4.85, count: 1.15 }
/** The distance between the hues of consecutive ids, as a share of all hues. It makes similar ids look different. */
const GOLDEN_SHARE = (Math.sqrt(5) - 1) / 2

export function personColour(id: number, { theme }: Look): string {
  const [lightness, chroma] = PALETTES[theme].people
  const at = ((Math.abs(id) * GOLDEN_SHARE) % 1) * (CYAN.count + VIOLET.count)
  return rgbOf(lightness, chroma, at < CYAN.count ? CYAN.from + at : VIOLET.from + at - CYAN.count)
}

/** Converts from OKLCH, in which all hues of one lightness look equally bright, to `#rrggbb`. */
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

const SIGNS = {
  more: ['…', '~'],
  here: ['▌', '>'],
  cursor: ['▏', '_'],
  dot: ['●', '*'],
  sent: ['→', '->'],
  came: ['←', '<-'],
  times: ['×', 'x'],
  done: ['✓', '+'],
  todo: ['○', '-'],
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

export type Theme = 'dark' | 'light'
export type Colours = 'none' | 'few' | 'full'

export interface Look {
  colours: Colours
  theme: Theme
  ascii: boolean
  /** True if a screen reader is used: the dashboard shows one pane at a time, without frames. */
  isSpoken: boolean
}

/** Chooses the look by environment and flags. The theme is dark until the terminal reports its background colour. */
export function lookFrom(env: NodeJS.ProcessEnv, ascii: boolean, theme: Theme = 'dark'): Look {
  const level = supportsColor ? supportsColor.level : 0
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  const isUtf8 = /utf-?8/i.test(locale) || locale === '' || process.platform === 'win32'
  return {
    colours: env.NO_COLOR ? 'none' : level >= 3 ? 'full' : level >= 1 ? 'few' : 'none',
    theme,
    ascii: ascii || env.TERM === 'linux' || !isUtf8,
    isSpoken: env.INK_SCREEN_READER === 'true',
  }
}

export const ASK_BACKGROUND = '\u001b]11;?\u001b\\'

/** Parses the terminal's background colour, such as `rgb:ffff/ffff/ffff`, with one to four digits per channel. */
export function themeOf(answer: string): Theme | undefined {
  const parts = /^rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i.exec(answer)?.slice(1)
  if (!parts) return undefined
  const [red = 0, green = 0, blue = 0] = parts.map((digits) => Number.parseInt(digits, 16) / (16 ** digits.length - 1))
  return 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 ? 'light' : 'dark'
}
