// Operations that the service does not have, and that whoever runs it has answered with true all the same.

import type { Read } from '../../messenger/world.ts'
import { OPERATION_NAMES } from '../../spec/operation-names.ts'
import { nearestOperation } from './unknown-operation.ts'

/** In any letter case, as Telegram reads them. */
export function isLenient(read: Read, operation: string): boolean {
  const called = operation.toLowerCase()
  return [...read.service.lenient, ...Object.keys(read.service.stubs)].some((name) => name.toLowerCase() === called)
}

/** What it is answered with. */
export function lenientAnswer(read: Read, operation: string): unknown {
  const called = operation.toLowerCase()
  const [, result = true] = Object.entries(read.service.stubs).find(([name]) => name.toLowerCase() === called) ?? []
  return result
}

/** Why an operation cannot be lenient; a name that resembles no other may be one that Telegram has by now. */
export function whyNotLenient(name: string): string | undefined {
  if (OPERATION_NAMES.has(name)) {
    return `The service has ${name} itself: only operations that it does not have can be lenient`
  }
  if (!/^[A-Za-z]\w*$/.test(name)) return `"${name}" is no name of an operation`
  const near = nearestOperation(name)
  return near === undefined || near === name ? undefined : `There is no operation "${name}". Did you mean ${near}?`
}
