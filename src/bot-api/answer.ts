// The answer to a bot's call, and the cause of a refusal for its developer.

import { Problem } from '../lib/problem.ts'
import { Refusal } from '../spec/refusals.ts'
import { asDiskProblem } from '../store/disk/damage.ts'

export interface Answer {
  status: number
  body: string
  /** The effect of an injected fault that loses the answer: the connection is reset, or stays open and silent. */
  lost?: 'reset' | 'silence'
}

export interface ExplainedAnswer extends Answer {
  /** The cause of a refusal or an error, and the rule behind it. */
  why?: string
  rule?: string
}

/** Returns a Refusal unchanged. Any other error becomes a 500, because it is a bug in the emulator or a disk error. */
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
