// Performs actions for the buttons of the page, and shows what became of them.

import type { Problem } from '../../lib/problem.ts'
import type { Outcome } from '../model/outcome.ts'
import { DONE_TEXTS, model } from './emulator.ts'
import { closeToast, showToast } from './toasts.tsx'

const showProblem = ({ message, hint }: Problem) => showToast({ message, hint, isError: true })

/** Returns the result of a button's task, or shows its error and returns undefined. */
export async function attempt<Result>(
  task: Promise<Outcome<Result>>,
  show = showProblem,
): Promise<{ result: Result } | undefined> {
  closeToast()
  const outcome = await task
  if (outcome.ok) return outcome
  show(outcome.problem)
  return undefined
}

/** Performs an action. Offers to undo it if it destroys something. Returns undefined if it is refused. */
export async function act(action: string, params: Record<string, unknown> = {}, show = showProblem) {
  const done = await attempt(model.perform(action, params), show)
  const message = DONE_TEXTS[action]
  if (done && message) showToast({ message, undo: () => attempt(model.undo()) })
  return done
}
