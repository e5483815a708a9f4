// The terminal colours by meaning, and the detection of colour support.

import { Chalk, type ChalkInstance, type ColorName, type ModifierName, supportsColor, supportsColorStderr } from 'chalk'

/** The style of each meaning. Yellow, cyan and blue would be hard to read on a black or a white background. */
const STYLES = {
  good: ['green'],
  /** The style of refused calls, failed deliveries and failed scenarios. */
  bad: ['red'],
  serverError: ['red', 'inverse'],
  rule: ['magenta'],
  /** The style of results that deserve attention but are not failures, such as flaky or skipped scenarios. */
  notice: ['magenta'],
  title: ['bold'],
  /** The style of times and other unimportant texts. */
  aside: ['dim'],
} as const satisfies Record<string, readonly (ColorName | ModifierName)[]>

export type Meaning = keyof typeof STYLES

export type Palette = (meaning: Meaning, text: string) => string

export const PLAIN: Palette = (_, text) => text

/** Respects NO_COLOR, which the library chalk ignores. FORCE_COLOR overrides NO_COLOR, as in Node. */
export function paletteFor(stream: 'stdout' | 'stderr', env = process.env): Palette {
  const supported = stream === 'stdout' ? supportsColor : supportsColorStderr
  if (!supported || (env.NO_COLOR && env.FORCE_COLOR === undefined)) return PLAIN
  const chalk = new Chalk({ level: supported.level })
  return (meaning, text) => STYLES[meaning].reduce<ChalkInstance>((paint, style) => paint[style], chalk)(text)
}
