// Refuses operations that the service lacks, or answers them if the settings permit it.

import type { Read } from '../../messenger/world.ts'
import { nearestOperation } from '../../rules/lacking-operations.ts'
import { OPERATION_NAMES, otherCaseOf } from '../../rules/operation-names.ts'
import { refuse } from '../../rules/refusals.ts'

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
