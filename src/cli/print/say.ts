// Tells an error to the person at the keyboard, and gives the exit code that goes with it.

import { Problem, wholeText } from '../../lib/problem.ts'
import { tameLines } from '../../lib/tame.ts'
import { EXIT } from '../exit-codes.ts'

const USAGE = new Set([
  'invalid-params',
  'unknown-action',
  'bad-setting',
  'bad-world',
  'bad-scenario',
  'bad-option',
  'control-token-missing',
  'bad-url',
  'bad-flag',
  'several-emulators',
  'not-confirmed',
  'unknown-operation',
])

/** `otherwise` is the exit code of an error that is no misuse. */
export function say(error: unknown, otherwise: number = EXIT.unreachable): number {
  if (!(error instanceof Problem)) {
    process.stderr.write(`${tameLines(String(error instanceof Error ? error.stack : error))}\n`)
    return EXIT.unreachable
  }
  process.stderr.write(`${tameLines(wholeText(error))}\n`)
  return USAGE.has(error.code) ? EXIT.usage : otherwise
}
