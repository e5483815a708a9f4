// Checks after a scenario's last step: bot alive and idle, faults fired, no unexpected calls.

import type { CallView, FaultView } from '../../../control/contract/traffic.ts'
import { callLines, hasMetFault, isNoticeable } from '../../../control/describe/call.ts'
import { formatSize } from '../../../lib/safe-text.ts'
import type { Program } from '../../programs/program.ts'
import type { Scenario } from '../scenario.ts'
import { isExpected, type Play } from './play.ts'
import type { Failure } from './result.ts'

export function failureAfterLastStep(
  { steps, at }: Pick<Scenario, 'steps' | 'at'>,
  message: string,
  details: string[] = [],
): Failure {
  return { message, at: steps.at(-1)?.at ?? at, step: 'after the last step', details }
}

export function memoryFailure(scenario: Scenario, process: Program | undefined, budget: number | undefined) {
  if (budget === undefined) return undefined
  const bytes = process?.memoryBytes()
  if (bytes === undefined || bytes <= budget) return undefined
  return failureAfterLastStep(
    scenario,
    `The bot uses ${formatSize(bytes)} of memory. --bot-memory allows ${formatSize(budget)}.`,
  )
}

export const missingBotFailure = (scenario: Scenario, bot: string) =>
  failureAfterLastStep(scenario, `The scenario removed its bot ${bot} from the world.`, [
    'Name the bot in `keep` of clearWorld, or create the bot again before the scenario ends.',
  ])

/** Returns a failure if an injected fault was never used, because such a fault does not test the bot. */
export function unfiredFaultsFailure(faults: readonly FaultView[], { at }: Scenario): Failure | undefined {
  const details = unfiredFaultLines(faults)
  return details.length ? { message: UNFIRED_FAULT_TEXT, at, step: 'the whole scenario', details } : undefined
}

export const UNFIRED_FAULT_TEXT = 'An injected fault never took effect: no call or delivery matched it.'

export const unfiredFaultLines = (faults: readonly FaultView[]): string[] =>
  faults.filter(({ fired }) => fired === 0).map((fault) => `fault ${fault.id}: ${faultTarget(fault)}`)

function faultTarget({ operation, webhook, duplicate_updates, reorder_updates }: FaultView): string {
  if (webhook !== undefined) return 'any delivery to a webhook'
  if (duplicate_updates || reorder_updates) return 'any updates'
  return operation ?? 'any operation'
}

/** Lists the unexpected calls, except calls without visible effect and calls with injected faults. */
export function unexpectedCallsFailure(calls: readonly CallView[], play: Play, { at }: Scenario): Failure | undefined {
  const unexpected = calls.filter(
    (call) => isNoticeable(call) && !isExpected(play, call) && (call.ok || !hasMetFault(call)),
  )
  if (!unexpected.length) return undefined
  const message = `${unexpected.length === 1 ? 'One call was' : `${unexpected.length} calls were`} not expected.`
  return { message, at, step: 'the whole scenario (--strict)', details: callLines(unexpected) }
}
