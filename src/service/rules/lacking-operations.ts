// Judges the names of operations that the service lacks.

import { nearest } from '../../lib/compare/nearest.ts'
import { OPERATION_NAMES, otherCaseOf } from './operation-names.ts'
import { TELEGRAM_OPERATIONS } from './telegram-operations.ts'

const KNOWN = [...OPERATION_NAMES.keys(), ...TELEGRAM_OPERATIONS]

/** The maximum number of wrong letters in a name for which the nearest operation is suggested. */
const MAX_WRONG_LETTERS = 2

export const nearestOperation = (name: string): string | undefined => nearest(name, KNOWN, MAX_WRONG_LETTERS)

/**
 * Returns why a name must not be in the setting `lenient`. Unknown operations and other spellings of known ones are
 * allowed.
 */
export const whyNotLenient = (name: string): string | undefined => (otherCaseOf(name) ? undefined : whyNotStubbed(name))

/**
 * Returns why `stubs` cannot contain a name: the operation exists, or the name is invalid or probably mistyped. Other
 * unknown names are allowed, because Telegram adds operations.
 */
export function whyNotStubbed(name: string): string | undefined {
  if (OPERATION_NAMES.has(name)) {
    return `The service has ${name} itself, so ${name} cannot be in lenient or stubs`
  }
  if (!/^[A-Za-z]\w*$/.test(name)) return `"${name}" is not the name of an operation`
  const near = nearestOperation(name)
  return near === undefined || near === name ? undefined : `Unknown operation "${name}". Did you mean ${near}?`
}
