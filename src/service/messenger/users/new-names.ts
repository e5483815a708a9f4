// Checks requested handles, usernames, ids and tokens, or generates them.

import { randomInt } from 'node:crypto'
import { Problem } from '../../../lib/problem.ts'
import { LIMITS } from '../../rules/limits.ts'
import { HANDLE, USERNAME } from '../../rules/names.ts'
import type { Read } from '../world.ts'

/** Checks the `preferred` handle and returns it. Without one, generates a free handle from `name`. */
export function newHandle(read: Read, preferred: string | undefined, name: string): string {
  requireFreeHandle(read, preferred)
  if (preferred !== undefined) return preferred
  const stem = handleFromName(name)
  const handleWith = (n: number) => (n === 1 ? stem : `${stem}-${n}`)
  return handleWith(freeNumber((n) => !isHandleTaken(read, handleWith(n))))
}

/** Finds a free number by bisection, because thousands of handles may begin with the same name. */
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

/** Throws if the handle is invalid or taken. `own`, the current handle, counts as free. */
export function requireFreeHandle(read: Read, handle: string | undefined, own?: string) {
  if (handle === undefined || handle === own) return
  if (!HANDLE.form.test(handle)) throw new Problem('bad-handle', `"${handle}" cannot be a handle.`, HANDLE.hint)
  if (isHandleTaken(read, handle)) {
    const hint = 'Choose another handle, or leave the handle out to get a generated one.'
    throw new Problem('handle-taken', `The handle "${handle}" is taken.`, hint)
  }
}

/** Throws if the username is invalid or taken. `own`, the current username, counts as free in any letter case. */
export function requireFreeUsername(read: Read, username: string | null | undefined, own?: string | null) {
  if (username === undefined || username === null) return
  if (!USERNAME.form.test(username)) {
    throw new Problem('bad-username', `"${username}" cannot be a username.`, USERNAME.hint)
  }
  if (username.toLowerCase() === own?.toLowerCase()) return
  if (read.store.users.byUsername(username) || read.store.chats.byUsername(username)) {
    throw new Problem('username-taken', `The username "${username}" is taken.`, 'Choose another username.')
  }
}

function isHandleTaken(read: Read, handle: string): boolean {
  return Boolean(read.store.users.byHandle(handle) || read.store.chats.byHandle(handle))
}

function handleFromName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
  return HANDLE.form.test(plain) ? plain : `x-${plain}`.replace(/-$/, '')
}

const FIRST_USER = 100_001
const FIRST_GROUP = -400_001
/** The first id of supergroups and channels, whose ids begin with -100. */
const FIRST_WIDE = -1_001_000_000_001

export function newUserId(read: Read, preferred: number | undefined): number {
  const { users } = read.store
  const isTaken = (id: number) => users.byId(id) !== undefined
  if (preferred === undefined) return firstFree(Math.max(FIRST_USER, users.highestId() + 1), 1, isTaken)
  requireFreeId(preferred > 0, preferred, 'above', isTaken(preferred))
  return preferred
}

export function newChatId(read: Read, preferred: number | undefined, type: 'group' | 'supergroup' | 'channel'): number {
  const { chats } = read.store
  const isTaken = (id: number) => chats.byId(id) !== undefined
  if (preferred === undefined) {
    const first = type === 'group' ? FIRST_GROUP : FIRST_WIDE
    return firstFree(Math.min(first, chats.lowestId(type === 'group') - 1), -1, isTaken)
  }
  requireFreeId(preferred < 0, preferred, 'below', isTaken(preferred))
  return preferred
}

function firstFree(from: number, step: 1 | -1, isTaken: (id: number) => boolean): number {
  let id = from
  while (isTaken(id)) id += step
  return id
}

function requireFreeId(hasRightSign: boolean, id: number, side: string, taken: boolean) {
  if (!hasRightSign) {
    const hint = 'Choose a positive id for a person or bot, a negative id for a group or channel.'
    throw new Problem('bad-id', `The id ${id} is not ${side} 0.`, hint)
  }
  if (String(Math.abs(id)).length > LIMITS.chatIdDigits) {
    throw new Problem('bad-id', `The id ${id} has more than ${LIMITS.chatIdDigits} digits.`, 'Choose a shorter id.')
  }
  if (taken) {
    const hint = 'Choose another value, or leave the parameter out to get a generated value.'
    throw new Problem('id-taken', `The id ${id} is taken.`, hint)
  }
}

const TOKEN_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'
const TOKEN_LENGTH = 35

export function newToken(read: Read, preferred: string | undefined, botId: number): string {
  const token = preferred ?? `${botId}:${randomLetters(TOKEN_LENGTH)}`
  if (!/^[\w:-]+$/.test(token)) {
    const hint = 'Choose another token. It becomes part of the path of each call.'
    throw new Problem('bad-token', 'A token has only letters, digits, ":", "_" and "-".', hint)
  }
  if (read.store.bots.byToken(token)) {
    const hint = 'Choose another value, or leave the parameter out to get a generated value.'
    throw new Problem('token-taken', 'Another bot has this token.', hint)
  }
  return token
}

function randomLetters(length: number): string {
  return Array.from({ length }, () => TOKEN_LETTERS[randomInt(TOKEN_LETTERS.length)]).join('')
}
