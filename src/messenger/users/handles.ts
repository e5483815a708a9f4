// Handles and usernames: both unique over people, bots and chats together.

import { Problem } from '../../lib/problem.ts'
import { HANDLE, USERNAME } from '../../spec/names.ts'
import type { Read } from '../world.ts'

/** The wanted handle, or one made from a name. */
export function newHandle(read: Read, wanted: string | undefined, name: string): string {
  if (wanted !== undefined) {
    requireFreeHandle(read, wanted)
    return wanted
  }
  const stem = fromName(name)
  const nth = (n: number) => (n === 1 ? stem : `${stem}-${n}`)
  return nth(freeNumber((n) => !handleTaken(read, nth(n))))
}

/** The one after those that are taken, in steps that double: thousands may have the same name. */
function freeNumber(isFree: (n: number) => boolean): number {
  let free = 1
  while (!isFree(free)) free *= 2
  let taken = Math.floor(free / 2)
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2)
    if (isFree(middle)) free = middle
    else taken = middle
  }
  return free
}

export function requireFreeHandle(read: Read, handle: string) {
  if (!HANDLE.form.test(handle)) throw new Problem('bad-handle', `"${handle}" cannot be a handle.`, HANDLE.hint)
  if (handleTaken(read, handle)) {
    throw new Problem(
      'handle-taken',
      `The handle "${handle}" is taken.`,
      'Choose another, or leave it out to get one made.',
    )
  }
}

/** Where one is wanted. Whoever has it may write it in other letter case. */
export function requireFreeUsername(read: Read, username: string | null | undefined, own?: string | null) {
  if (username === undefined || username === null) return
  if (!USERNAME.form.test(username)) {
    throw new Problem('bad-username', `"${username}" cannot be a username.`, USERNAME.hint)
  }
  if (username.toLowerCase() === own?.toLowerCase()) return
  if (read.store.users.byUsername(username) || read.store.chats.byUsername(username)) {
    throw new Problem('username-taken', `The username "${username}" is taken.`, 'Choose another.')
  }
}

function handleTaken(read: Read, handle: string): boolean {
  return Boolean(read.store.users.byHandle(handle) || read.store.chats.byHandle(handle))
}

function fromName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return HANDLE.form.test(plain) ? plain : `x-${plain}`.replace(/-$/, '')
}
