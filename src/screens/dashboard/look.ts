// How the dashboard looks: the terminal's own sixteen colours, and signs with an ASCII form.

/** A meaning never depends on a colour alone, because a terminal can lack colours. */
const COLOURS = { good: 'green', bad: 'red', mark: 'magenta' } as const

/** A warning is bold: yellow is hard to read on a light background. */
export type Tone = keyof typeof COLOURS | 'warn'

/** The names of people have these colours in turn; red and green show states. */
const PEOPLE = ['magenta', 'cyan', 'blue', 'magentaBright', 'cyanBright', 'blueBright'] as const

const SIGNS = {
  more: ['…', '~'],
  bar: ['▌', '>'],
  cursor: ['▏', '_'],
  dot: ['●', '*'],
  came: ['←', '<-'],
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
  separator: ['·', '-'],
  rule: ['─', '-'],
} as const

export type Signs = Record<keyof typeof SIGNS, string>

const signsAt = (at: 0 | 1) =>
  Object.fromEntries(Object.entries(SIGNS).map(([name, signs]) => [name, signs[at]])) as Signs

export interface Look {
  hasColours: boolean
  isAscii: boolean
  /** True for a screen reader: one pane at a time, without frames, and new messages as a log. */
  isSpoken: boolean
  signs: Signs
}

export function lookFrom(env: NodeJS.ProcessEnv, ascii: boolean): Look {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  const isUtf8 = /utf-?8/i.test(locale) || locale === '' || process.platform === 'win32'
  const isAscii = ascii || env.TERM === 'linux' || !isUtf8
  return {
    hasColours: !env.NO_COLOR && env.TERM !== 'dumb',
    isAscii,
    isSpoken: env.INK_SCREEN_READER === 'true',
    signs: signsAt(isAscii ? 1 : 0),
  }
}

export const colourOf = ({ hasColours }: Look, tone: Tone | undefined) =>
  tone === 'warn' ? { bold: true } : hasColours && tone ? { color: COLOURS[tone] } : {}

export const colourOfPerson = ({ hasColours }: Look, id: number) =>
  hasColours ? { color: PEOPLE[Math.abs(id) % PEOPLE.length]! } : {}
