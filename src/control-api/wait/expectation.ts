// An expectation as it is read, and what it is looked for in.

import { expectation, type Wanted } from '../../contract/expectation.ts'
import { requireReadableIn } from '../../lib/compare/difference.ts'
import { firstIssue } from '../../lib/first-issue.ts'
import { Problem } from '../../lib/problem.ts'
import { botNamed } from '../../messenger/users/named.ts'
import type { Read } from '../../messenger/world.ts'

export interface WaitSources {
  world: Read
  /** Aborted when the emulator is closed. */
  closing: AbortSignal
}

/** All that can be wrong with an expectation is found before it meets the first call. */
export function readExpectation(read: Read, query: unknown): Wanted {
  const parsed = expectation.safeParse(query ?? {})
  if (!parsed.success) {
    const { at, message } = firstIssue(parsed.error)
    const known = Object.keys(expectation.shape).join(', ')
    throw new Problem('invalid-params', `wait: ${at ? `${at}: ` : ''}${message}`, `wait takes ${known}.`)
  }
  const wanted = parsed.data
  if (wanted.bot !== undefined) botNamed(read, wanted.bot)
  requireReadableIn([wanted.with, wanted.result, wanted.error])
  return wanted
}
