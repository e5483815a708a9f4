// Applies injected faults to a bot's call whose token and operation are valid.

import { pause } from '../../lib/wait-until.ts'
import { describeFault, type Fault, type FaultOn } from '../messenger/faults/faults.ts'
import { applyUpdateFault, matchesValue, strike } from '../messenger/faults/strike.ts'
import type { Read, Tx, World } from '../messenger/world.ts'
import { REFUSALS, Refusal } from '../rules/refusals.ts'
import { type ExplainedAnswer, refusalAnswer } from './answer.ts'
import type { BotCall } from './bot-call.ts'
import { findOperation } from './operations/find-operation.ts'

/** The status and body in the event log for a call that gets no answer because of a fault. */
const NO_ANSWER = { status: 0, body: '{}' }

export async function answerUnderFaults(world: World, call: BotCall, execute: Execute): Promise<ExplainedAnswer> {
  const bot = world.store.bots.byToken(call.token)
  const operation = findOperation(call.method)
  if (!bot || bot.suspended || !operation) return execute()
  const fault = strike(world, 'call', bot.id, (one) => matchesFault(world, one, operation.name, call.input))
  return fault ? applyFault(world, fault, execute) : execute()
}

function matchesFault(read: Read, fault: Fault, operationName: string, input: BotCall['input']) {
  if (fault.operation !== null && fault.operation !== operationName) return false
  return input instanceof Refusal ? fault.match === null : matchesValue(read, fault, input)
}

type Execute = () => Promise<ExplainedAnswer>

async function applyFault(tx: Tx, fault: FaultOn<'call'>, execute: Execute): Promise<ExplainedAnswer> {
  const { delay_ms, status, description = '', retry_after, drop, hang } = fault.effect
  const why = describeFault(fault)
  const { delays } = tx.faults
  if (delay_ms) await pause(delay_ms, delays).catch(() => {})
  if (delays.aborted || drop === 'before') return { ...NO_ANSWER, lost: 'reset', why }
  if (hang) return { ...NO_ANSWER, lost: 'silence', why }
  if (status !== undefined) return { ...refuseWithFault(status, description, retry_after), why }
  const answer = await execute()
  return { ...answer, ...(drop && { lost: 'reset' as const }), why: joinCauses(answer.why, why) }
}

function refuseWithFault(status: number, description: string, retryAfter: number | undefined): ExplainedAnswer {
  const standardRefusal = REFUSALS.tooManyRequests
  const answer = refusalAnswer({ status, description, ...(retryAfter !== undefined && { retryAfter }) })
  return description === standardRefusal.description ? { ...answer, rule: standardRefusal.causes.fault[0] } : answer
}

/** Runs after the call, because a fault may be injected while the call waits for updates. */
export function withFaultyUpdates(world: World, { token, method }: BotCall, answer: ExplainedAnswer): ExplainedAnswer {
  const bot = world.store.bots.byToken(token)?.id
  if (bot === undefined || method !== 'getUpdates' || answer.status !== 200) return answer
  const { result } = JSON.parse(answer.body) as { result: object[] }
  const faulty = applyUpdateFault(world, bot, result)
  if (!faulty) return answer
  const body = JSON.stringify({ ok: true, result: faulty.updates })
  return { ...answer, body, why: joinCauses(answer.why, faulty.why) }
}

const joinCauses = (why: string | undefined, more: string) => (why === undefined ? more : `${why}; ${more}`)
