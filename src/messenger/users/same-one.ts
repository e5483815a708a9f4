// Whether two references mean the same: a handle, an @username and an id may name one chat or user.

import type { Same } from '../../lib/compare/difference.ts'
import type { Read } from '../world.ts'
import { findSharedChat, findUser } from './named.ts'

const REFERENCE = /^id$|(^|_)(chat|user)_id$/

/** Any of them may also stand for a whole object that has the id. */
export const sameOne =
  (read: Read): Same =>
  (key, expected, actual) => {
    const id = isObject(actual) ? actual.id : REFERENCE.test(key) ? idOf(read, actual) : undefined
    return typeof id === 'number' && id === idOf(read, expected)
  }

const isObject = (value: unknown): value is { id?: unknown } => typeof value === 'object' && value !== null

function idOf(read: Read, ref: unknown): number | undefined {
  if (typeof ref !== 'string' && typeof ref !== 'number') return undefined
  return findSharedChat(read, ref)?.chat ?? findUser(read, ref)?.id
}
