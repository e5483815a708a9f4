// How the screen is to look, by the environment and the flags.

import { supportsColor } from 'chalk'

export type Colours = 'none' | 'few' | 'full'

export interface Look {
  colours: Colours
  ascii: boolean
  /** For a screen reader: one pane after another, nothing drawn around. */
  spoken: boolean
}

export function lookFrom(env: NodeJS.ProcessEnv, ascii: boolean): Look {
  const level = supportsColor ? supportsColor.level : 0
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  const isUtf8 = /utf-?8/i.test(locale) || locale === '' || process.platform === 'win32'
  return {
    colours: env.NO_COLOR ? 'none' : level >= 3 ? 'full' : level >= 1 ? 'few' : 'none',
    ascii: ascii || env.TERM === 'linux' || !isUtf8,
    spoken: env.INK_SCREEN_READER === 'true',
  }
}
