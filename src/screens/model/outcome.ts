// What became of an action: its result, or why it was refused.

import { Problem } from '../../lib/problem.ts'

export type Outcome<Result = unknown> = { ok: true; result: Result } | { ok: false; problem: Problem }

export async function outcomeOf<Result>(task: () => Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { ok: true, result: await task() }
  } catch (error) {
    if (error instanceof Problem) return { ok: false, problem: error }
    return { ok: false, problem: new Problem('unexpected', error instanceof Error ? error.message : String(error), '') }
  }
}
