// Plays the steps of a scenario one after the other, up to the first that fails.

import { stopwatch } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import type { Scenario, Step } from '../scenario.ts'
import { valueAt, written } from '../variables.ts'
import { FailedStep } from './failed-step.ts'
import type { Correctable, Mismatch, Play } from './play.ts'
import type { Failure, StepResult } from './result.ts'
import { playStep } from './steps/play-step.ts'
import { stepText } from './steps/step-text.ts'

export interface PlaySteps {
  signal: AbortSignal
  /** Goes on with what came instead, and notes it. */
  onMismatch: ((step: Step, mismatch: Correctable) => void) | undefined
}

export async function playSteps(play: Play, { steps }: Scenario, { signal, onMismatch }: PlaySteps) {
  const results: StepResult[] = []
  let failure: Failure | undefined
  for (const step of steps) {
    const text = stepText(step)
    if (failure) {
      results.push({ text, at: step.at, status: 'unreached', duration_ms: 0, event: 0 })
      continue
    }
    const { event } = await play.client.view('/cursor')
    const took = stopwatch()
    if (onMismatch) play.update = (mismatch) => onMismatch(step, correctable(play, step, mismatch))
    try {
      signal.throwIfAborted()
      await playStep(play, step, signal)
    } catch (error) {
      failure = failureOf(error, step)
    }
    results.push({ text, at: step.at, status: failure ? 'failed' : 'passed', duration_ms: took(), event })
  }
  return { steps: results, failure }
}

function correctable({ variables }: Play, { params }: Step, mismatch: Mismatch): Correctable {
  const before = valueAt(params, mismatch.path.split('.'))
  return { ...mismatch, written: written(mismatch.actual, before, variables) }
}

function failureOf(error: unknown, step: Step): Failure {
  const common = { at: step.at, step: stepText(step) }
  if (error instanceof FailedStep) {
    const { message, details, nearest } = error
    return { message, details, ...common, nearest }
  }
  if (error instanceof Problem && error.code !== 'unreachable') {
    const [message = '', ...more] = error.message.split('\n')
    return { message, details: [...more, ...error.hint.split('\n')], ...common }
  }
  throw error
}
