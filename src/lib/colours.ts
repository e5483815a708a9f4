// The terminal colours by meaning, and the detection of colour support.

import { Chalk, type ChalkInstance, type ColorName, type ModifierName, supportsColor, supportsColorStderr } from 'chalk'

/**
 * The terminal styles of texts, by the meaning of the text. Yellow, cyan and blue are not used, because each of them is
 * hard to read on a black or on a white background.
 */
const STYLES = {
  good: ['green'],
  /** For refused calls, failed deliveries and failed scenarios. */
  bad: ['red'],
  serverError: ['red', 'inverse'],
  rule: ['magenta'],
  /** For results that are not failures but deserve attention, such as flaky or skipped scenarios. */
  notice: ['magenta'],
  title: ['bold'],
  /** For times and other unimportant texts. */
  aside: ['dim'],
} as const satisfies Record<string, readonly (ColorName | ModifierName)[]>

export type Meaning = keyof typeof STYLES

export type Palette = (meaning: Meaning, text: string) => string

export const PLAIN: Palette = (_, text) => text

/**
 * Returns the palette for stdout or stderr: without colours if the stream does not support them or NO_COLOR is set.
 * FORCE_COLOR overrides NO_COLOR, as in Node. NO_COLOR is checked here, because the library chalk ignores it.
 */
export function paletteFor(stream: 'stdout' | 'stderr', env = process.env): Palette {
  const supported = stream === 'stdout' ? supportsColor : supportsColorStderr
  if (!supported || (env.NO_COLOR && env.FORCE_COLOR === undefined)) return PLAIN
  const chalk = new Chalk({ level: supported.level })
  return (meaning, text) => STYLES[meaning].reduce<ChalkInstance>((paint, style) => paint[style], chalk)(text)
}
