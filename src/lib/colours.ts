// The terminal colours by meaning, and the detection of colour support.

import { Chalk, type ChalkInstance, type ColorName, type ModifierName, supportsColor, supportsColorStderr } from 'chalk'

/** Yellow, cyan and blue are hard to read on a black or on a white background. */
const STYLES = {
  good: ['green'],
  /** Refused calls, failed deliveries and failed scenarios. */
  bad: ['red'],
  serverError: ['red', 'inverse'],
  rule: ['magenta'],
  /** Results that deserve attention but are not failures, such as flaky or skipped scenarios. */
  notice: ['magenta'],
  title: ['bold'],
  /** Times and other unimportant texts. */
  aside: ['dim'],
} as const satisfies Record<string, readonly (ColorName | ModifierName)[]>

export type Meaning = keyof typeof STYLES

export type Palette = (meaning: Meaning, text: string) => string

export const PLAIN: Palette = (_, text) => text

/** FORCE_COLOR overrides NO_COLOR, as in Node. The library chalk ignores NO_COLOR. */
export function paletteFor(stream: 'stdout' | 'stderr', env = process.env): Palette {
  const supported = stream === 'stdout' ? supportsColor : supportsColorStderr
  if (!supported || (env.NO_COLOR && env.FORCE_COLOR === undefined)) return PLAIN
  const chalk = new Chalk({ level: supported.level })
  return (meaning, text) => STYLES[meaning].reduce<ChalkInstance>((paint, style) => paint[style], chalk)(text)
}
