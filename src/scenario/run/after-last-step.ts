// What fails a scenario whose steps have passed: a bot that ended or hangs, a fault that never struck, a call too many.

import type { CallView, FaultView } from '../../contract/traffic.ts'
import type { Scenario } from '../scenario.ts'
import { callLines, isNoticed } from './noticed.ts'
import { isExpected, type Play } from './play.ts'
import type { Failure } from './result.ts'

/** Adds that the bot has ended or hangs: it fails what went well so far, and explains what did not. */
export function withBotState(
  scenario: Scenario,
  failure: Failure | undefined,
  trouble: string | undefined,
): Failure | undefined {
  if (trouble === undefined || failure?.message === trouble) return failure
  if (!failure) return scenario.mayStop ? undefined : afterLastStep(scenario, trouble)
  if (trouble.startsWith('The bot has not')) return { ...failure, details: [...failure.details, trouble] }
  return { ...failure, message: trouble, details: [failure.message, ...failure.details] }
}

export function afterLastStep(
  { steps, at }: Pick<Scenario, 'steps' | 'at'>,
  message: string,
  details: string[] = [],
): Failure {
  return { message, at: steps.at(-1)?.at ?? at, step: 'after the last step', details }
}

/** The next scenario begins with the bot started anew. */
export const withoutBot = (scenario: Scenario, bot: string) =>
  afterLastStep(scenario, `The bot ${bot} is in the world no more.`, [
    'Let clearWorld keep it, or create it again before the scenario ends.',
  ])

/** A fault that never struck has tested nothing. */
export function unfiredFaults(faults: readonly FaultView[], { at }: Scenario): Failure | undefined {
  const idle = faults.filter(({ fired }) => fired === 0)
  if (!idle.length) return undefined
  const details = idle.map((fault) => `fault ${fault.id}: ${occasionOf(fault)}`)
  return { message: 'A fault was injected that never struck.', at, step: 'the whole scenario', details }
}

function occasionOf({ operation, webhook, duplicate_updates, reorder_updates }: FaultView): string {
  if (webhook !== undefined) return 'any delivery to a webhook'
  if (duplicate_updates || reorder_updates) return 'any updates'
  return operation ?? 'any operation'
}

/** Asking and housekeeping are the bot's own affair. */
export function unexpectedIn(calls: readonly CallView[], play: Play, { at }: Scenario): Failure | undefined {
  const unexpected = calls.filter((call) => isNoticed(call) && !isExpected(play, call))
  if (!unexpected.length) return undefined
  const message = `${unexpected.length === 1 ? 'One call was' : `${unexpected.length} calls were`} not expected.`
  return { message, at, step: 'the whole scenario (--strict)', details: callLines(unexpected) }
}
