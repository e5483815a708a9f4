// The terminal colours by meaning, and the detection of colour support.

import { Chalk, type ChalkInstance, type ColorName, type ModifierName, supportsColor, supportsColorStderr } from 'chalk'

/** The styles by meaning. These colours are readable on black and on white, unlike yellow, cyan and blue. */
const STYLES = {
  good: ['green'],
  /** For refused calls, failed deliveries and failed scenarios. */
  bad: ['red'],
  serverError: ['red', 'inverse'],
  rule: ['magenta'],
  /** For successes that deserve attention. */
  notice: ['magenta'],
  title: ['bold'],
  /** For times and other unimportant texts. */
  aside: ['dim'],
} as const satisfies Record<string, readonly (ColorName | ModifierName)[]>

export type Meaning = keyof typeof STYLES

export type Palette = (meaning: Meaning, text: string) => string

export const PLAIN: Palette = (_, text) => text

/** Returns the palette of a stream. FORCE_COLOR overrides NO_COLOR, as in Node; chalk itself reads only FORCE_COLOR. */
export function paletteFor(stream: 'stdout' | 'stderr', env = process.env): Palette {
  const supported = stream === 'stdout' ? supportsColor : supportsColorStderr
  if (!supported || (env.NO_COLOR && env.FORCE_COLOR === undefined)) return PLAIN
  const chalk = new Chalk({ level: supported.level })
  return (meaning, text) => STYLES[meaning].reduce<ChalkInstance>((paint, style) => paint[style], chalk)(text)
}
