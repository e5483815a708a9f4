// What a bot is answered, and what its developer may know beyond that.

import { Problem } from '../lib/problem.ts'
import { Refusal } from '../spec/refusals.ts'
import { diskTrouble } from '../store/disk/damage.ts'

export interface Answer {
  status: number
  body: string
  /** By an injected fault it never arrives: the connection is reset, or nothing ever comes. */
  lost?: 'reset' | 'silence'
}

export interface Explained extends Answer {
  /** Why a call was refused or went wrong, and the rule that asks for it. */
  why?: string
  rule?: string
}

/** What is no refusal is a mistake of ours, or the disk's: the developer is told which. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal(500, 'Internal Server Error', 'ENV-06', causeOf(diskTrouble(error)))

function causeOf(error: unknown): string {
  if (error instanceof Problem) return `${error.message} ${error.hint}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

export function refusedAnswer({ status, description, retryAfter }: Omit<Refusal, 'rule' | 'why'>): Answer {
  const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }
  return { status, body: JSON.stringify({ ok: false, error_code: status, description, ...parameters }) }
}
