// Refuses operations that the service lacks, or answers them if the settings permit it.

import { nearest } from '../../lib/compare/nearest.ts'
import type { Read } from '../../messenger/world.ts'
import { OPERATION_NAMES, otherCaseOf } from '../../spec/operation-names.ts'
import { refuse } from '../../spec/refusals.ts'
import { TELEGRAM_OPERATIONS } from '../../spec/telegram-operations.ts'

const KNOWN = [...OPERATION_NAMES.keys(), ...TELEGRAM_OPERATIONS]

/** The maximum number of wrong letters in a name for which the nearest operation is suggested. */
const MAX_WRONG_LETTERS = 2

const nearestOperation = (name: string): string | undefined => nearest(name, KNOWN, MAX_WRONG_LETTERS)

export function refuseUnknown(operation: string): never {
  const otherCase = otherCaseOf(operation)
  if (otherCase) return refuse('notFound', 'spelling', { operation, near: otherCase })
  const near = nearestOperation(operation) ?? ''
  if (OPERATION_NAMES.has(near)) return refuse('notFound', 'mistyped', { operation, near })
  const isTelegram = near.toLowerCase() === operation.toLowerCase()
  return near && isTelegram
    ? refuse('notFound', 'telegram', { operation: near })
    : refuse('notFound', 'operation', { operation })
}

/** True if the settings `lenient` or `stubs` contain the operation. Ignores letter case, as Telegram does. */
export function isLenient(read: Read, operation: string): boolean {
  const called = operation.toLowerCase()
  return [...read.service.lenient, ...Object.keys(read.service.stubs)].some((name) => name.toLowerCase() === called)
}

export function lenientAnswer(read: Read, operation: string): unknown {
  const called = operation.toLowerCase()
  const [, result = true] = Object.entries(read.service.stubs).find(([name]) => name.toLowerCase() === called) ?? []
  return result
}

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
