// The answer to a bot's call, and the cause of a refusal for the developer.

import { Problem } from '../../lib/problem.ts'
import { Refusal } from '../rules/refusals.ts'
import { asDiskProblem } from '../store/disk.ts'

export interface Answer {
  status: number
  body: string
  /** Set if an injected fault loses the answer: the connection is reset (`reset`) or stays open (`silence`). */
  lost?: 'reset' | 'silence'
}

export interface ExplainedAnswer extends Answer {
  /** The reason for a refusal, an error or an injected fault, for the developer. `rule` is its documented rule. */
  why?: string
  rule?: string
}

/** Returns a Refusal unchanged. Converts any other error, such as a bug or a full disk, into one with status 500. */
export const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal(500, 'Internal Server Error', 'ENV-06', causeOf(asDiskProblem(error)))

function causeOf(error: unknown): string {
  if (error instanceof Problem) return `${error.message} ${error.hint}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

export function refusalAnswer({ status, description, retryAfter }: Omit<Refusal, 'rule' | 'why'>): Answer {
  const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }
  return { status, body: JSON.stringify({ ok: false, error_code: status, description, ...parameters }) }
}
