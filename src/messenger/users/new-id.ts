// Ids and tokens that the service gives out when none is asked for.

import { randomInt } from 'node:crypto'
import { Problem } from '../../lib/problem.ts'
import { LIMITS } from '../../spec/limits.ts'
import type { Read } from '../world.ts'

const FIRST_USER = 100_001
const FIRST_GROUP = -400_001
/** Supergroups and channels: the `-100…` form. */
const FIRST_WIDE = -1_001_000_000_001

export function newUserId(read: Read, wanted: number | undefined): number {
  if (wanted === undefined) return Math.max(FIRST_USER, read.store.users.highestId() + 1)
  requireFreeId(wanted > 0, wanted, 'above', Boolean(read.store.users.byId(wanted)))
  return wanted
}

export function newChatId(read: Read, wanted: number | undefined, type: 'group' | 'supergroup' | 'channel'): number {
  if (wanted === undefined) {
    const first = type === 'group' ? FIRST_GROUP : FIRST_WIDE
    return Math.min(first, read.store.chats.lowestId(type === 'group') - 1)
  }
  requireFreeId(wanted < 0, wanted, 'below', Boolean(read.store.chats.byId(wanted)))
  return wanted
}

function requireFreeId(onItsSide: boolean, id: number, side: string, taken: boolean) {
  if (!onItsSide)
    throw new Problem(
      'bad-id',
      `The id ${id} is not ${side} 0.`,
      'People and bots have positive ids, chats negative ones.',
    )
  if (String(Math.abs(id)).length > LIMITS.chatIdDigits) {
    throw new Problem(
      'bad-id',
      `The id ${id} has more than ${LIMITS.chatIdDigits} digits.`,
      'The service takes no longer ids.',
    )
  }
  if (taken) throw new Problem('id-taken', `The id ${id} is taken.`, 'Choose another, or leave it out to get one.')
}

const TOKEN_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'
const TOKEN_LENGTH = 35

export function newToken(read: Read, wanted: string | undefined, botId: number): string {
  const token = wanted ?? `${botId}:${randomLetters(TOKEN_LENGTH)}`
  if (!/^[\w:-]+$/.test(token)) {
    throw new Problem(
      'bad-token',
      'A token cannot have other characters than letters, digits, ":", "_" and "-".',
      'It stands in the path of every call.',
    )
  }
  if (read.store.bots.byToken(token))
    throw new Problem('token-taken', 'Another bot has this token.', 'Choose another, or leave it out to get one.')
  return token
}

function randomLetters(length: number): string {
  return Array.from({ length }, () => TOKEN_LETTERS[randomInt(TOKEN_LETTERS.length)]).join('')
}
