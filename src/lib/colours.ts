// What each meaning looks like on a terminal, and whether a stream shows colours at all.

import { Chalk, type ChalkInstance, type ColorName, type ModifierName, supportsColor, supportsColorStderr } from 'chalk'

/** All of them can be read on black and on white, which yellow, cyan and blue cannot. */
const STYLES = {
  good: ['green'],
  /** A refused call, a delivery that was not taken, a failed scenario. */
  bad: ['red'],
  serverError: ['red', 'inverse'],
  rule: ['magenta'],
  /** What went well but is worth a look. */
  notice: ['magenta'],
  title: ['bold'],
  /** Times, and whatever else need not be read. */
  aside: ['dim'],
} as const satisfies Record<string, readonly (ColorName | ModifierName)[]>

export type Meaning = keyof typeof STYLES

export type Palette = (meaning: Meaning, text: string) => string

export const PLAIN: Palette = (_, text) => text

/** FORCE_COLOR decides before NO_COLOR, as chalk, which knows only the former, and Node itself have it. */
export function paletteFor(stream: 'stdout' | 'stderr', env = process.env): Palette {
  const supported = stream === 'stdout' ? supportsColor : supportsColorStderr
  if (!supported || (env.NO_COLOR && env.FORCE_COLOR === undefined)) return PLAIN
  const chalk = new Chalk({ level: supported.level })
  return (meaning, text) => STYLES[meaning].reduce<ChalkInstance>((paint, style) => paint[style], chalk)(text)
}
