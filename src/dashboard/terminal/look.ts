// How the screen is to look, by the environment and the flags.

import { supportsColor } from 'chalk'
import type { Theme } from './answers.ts'

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
