// How the screen is to look, by the environment, the flags, and what the terminal answers.

import { supportsColor } from 'chalk'

export type Theme = 'dark' | 'light'
export type Colours = 'none' | 'few' | 'full'

export interface Look {
  colours: Colours
  theme: Theme
  ascii: boolean
  /** For a screen reader: one pane after another, nothing drawn around. */
  spoken: boolean
}

/** Dark, until the terminal has said that it is not. */
export function lookFrom(env: NodeJS.ProcessEnv, ascii: boolean, theme: Theme = 'dark'): Look {
  const level = supportsColor ? supportsColor.level : 0
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  const isUtf8 = /utf-?8/i.test(locale) || locale === '' || process.platform === 'win32'
  return {
    colours: env.NO_COLOR ? 'none' : level >= 3 ? 'full' : level >= 1 ? 'few' : 'none',
    theme,
    ascii: ascii || env.TERM === 'linux' || !isUtf8,
    spoken: env.INK_SCREEN_READER === 'true',
  }
}

/** Asks for the colour behind the text. */
export const ASK_BACKGROUND = '\u001b]11;?\u001b\\'

/** The body of the answer: rgb:ffff/ffff/ffff, with one to four digits for each. */
export function themeOf(answer: string): Theme | undefined {
  const parts = /^rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i.exec(answer)?.slice(1)
  if (!parts) return undefined
  const [red = 0, green = 0, blue = 0] = parts.map((digits) => Number.parseInt(digits, 16) / (16 ** digits.length - 1))
  return 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 ? 'light' : 'dark'
}
