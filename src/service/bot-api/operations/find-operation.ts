// Finds an operation by its current or an older name.

import type { Read } from '../../messenger/world.ts'
import type { Declaration } from '../../rules/declarations.ts'
import { OPERATION_NAMES, otherCaseOf } from '../../rules/operation-names.ts'
import { OPERATIONS } from './index.ts'
import type { Operation } from './operation.ts'
import { isLenient } from './unknown-operation.ts'

// This cast adds `run`. The published type of OPERATIONS omits `run`, because it must not mention the database.
export const RUNNABLE_OPERATIONS = OPERATIONS as readonly Declaration[] as readonly Operation[]

const own = new Map(RUNNABLE_OPERATIONS.map((operation) => [operation.name, operation]))
const byName = new Map([...OPERATION_NAMES].map(([name, ownName]) => [name, own.get(ownName)]))

export const findOperation = (name: string): Operation | undefined => byName.get(name)

/** True for operations that declare it, and for those that the service lacks and whose names begin with get. */
export const isHousekeeping = (name: string): boolean => {
  const operation = findOperation(name)
  return operation ? operation.housekeeping === true : /^get/i.test(name)
}

/** Returns the service's spelling of an operation if `lenient` allows the called one, such as `sendmessage`. */
export function ownSpelling(read: Read, called: string): string {
  if (byName.has(called)) return called
  const otherCase = otherCaseOf(called)
  return otherCase && isLenient(read, called) ? otherCase : called
}
