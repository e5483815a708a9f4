// Performs actions for the buttons of the page, and shows the errors of refused ones.

import { signal } from '@preact/signals'
import type { Problem } from '../../lib/problem.ts'
import type { Outcome } from '../model/outcome.ts'
import { model } from './emulator.ts'

/** The error at the top of the page. The user closes it, or presses another button. */
export const problem = signal<Pick<Problem, 'message' | 'hint'> | undefined>(undefined)

/** Returns the result of a button's task, or shows its error and returns undefined. */
export async function attempt<Result>(task: Promise<Outcome<Result>>): Promise<{ result: Result } | undefined> {
  problem.value = undefined
  const outcome = await task
  if (outcome.ok) return outcome
  problem.value = outcome.problem
  return undefined
}

/** Performs an action. Shows its error and returns undefined if it is refused. */
export const act = (action: string, params: Record<string, unknown> = {}) => attempt(model.perform(action, params))
