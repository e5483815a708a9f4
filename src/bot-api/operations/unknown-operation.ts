// A call of an operation that the service does not have: mistyped, Telegram's, or nobody's.

import { nearest } from '../../lib/compare/nearest.ts'
import { OPERATION_NAMES } from '../../spec/operation-names.ts'
import { refuse } from '../../spec/refusals.ts'
import { TELEGRAM_OPERATIONS } from '../../spec/telegram-operations.ts'

const KNOWN = [...OPERATION_NAMES.keys(), ...TELEGRAM_OPERATIONS]

/** More letters amiss are another word. */
const MAX_AMISS = 2

/** An operation of the service or of Telegram that may have been meant. */
export const nearestOperation = (name: string): string | undefined => nearest(name, KNOWN, MAX_AMISS)

export function refuseUnknown(operation: string): never {
  const near = nearestOperation(operation) ?? ''
  if (OPERATION_NAMES.has(near)) return refuse('notFound', 'mistyped', { operation, near })
  const isTelegram = near.toLowerCase() === operation.toLowerCase()
  return near && isTelegram
    ? refuse('notFound', 'telegram', { operation: near })
    : refuse('notFound', 'operation', { operation })
}
