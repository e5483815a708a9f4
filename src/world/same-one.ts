// Whether two references mean the same: a handle, an @username and an id may name one chat or user.

import type { Same } from '../lib/difference.ts'
import { findSharedChat, findUser } from './named.ts'
import type { World } from './world.ts'

const REFERENCES = new Set(['chat_id', 'user_id', 'id'])

export const sameOne =
  (world: World): Same =>
  (key, expected, actual) => {
    if (!REFERENCES.has(key)) return false
    const one = idOf(world, expected)
    return one !== undefined && one === idOf(world, actual)
  }

function idOf(world: World, ref: unknown): number | undefined {
  if (typeof ref !== 'string' && typeof ref !== 'number') return undefined
  return findSharedChat(world, ref)?.chat ?? findUser(world, ref)?.id
}
