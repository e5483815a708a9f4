// The look of the screen, chosen by environment, flags and the terminal's answers.

import { supportsColor } from 'chalk'

export type Theme = 'dark' | 'light'
export type Colours = 'none' | 'few' | 'full'

export interface Look {
  colours: Colours
  theme: Theme
  ascii: boolean
  /** True if a screen reader is used: the dashboard shows one pane at a time, without frames. */
  isSpoken: boolean
}

/** Without a given theme it is dark, until the terminal has reported its background colour. */
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

/** The terminal answers `rgb:ffff/ffff/ffff`, with one to four digits per channel. */
export function themeOf(answer: string): Theme | undefined {
  const parts = /^rgba?:([\da-f]+)\/([\da-f]+)\/([\da-f]+)/i.exec(answer)?.slice(1)
  if (!parts) return undefined
  const [red = 0, green = 0, blue = 0] = parts.map((digits) => Number.parseInt(digits, 16) / (16 ** digits.length - 1))
  return 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 ? 'light' : 'dark'
}
