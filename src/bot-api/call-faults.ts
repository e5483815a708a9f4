// Lets injected faults strike a bot's call: after token, suspension and operation name, before everything else.

import { setTimeout as pause } from 'node:timers/promises'
import { agrees } from '../lib/compare/difference.ts'
import { type Fault, type FaultOn, whyOf } from '../messenger/faults/faults.ts'
import { faultyUpdates, struck } from '../messenger/faults/strike.ts'
import { sameOne } from '../messenger/users/named.ts'
import type { Read, Tx, World } from '../messenger/world.ts'
import { REFUSALS, Refusal } from '../spec/refusals.ts'
import { type Explained, refusedAnswer } from './answer.ts'
import type { BotCall } from './bot-call.ts'
import { operationNamed } from './operations/operation-named.ts'

/** Nothing went out. */
const NO_ANSWER = { status: 0, body: '{}' }

export async function answerUnderFaults(
  world: World,
  call: BotCall,
  carryOut: () => Promise<Explained>,
): Promise<Explained> {
  const bot = world.store.bots.byToken(call.token)
  const operation = operationNamed(call.method)
  if (!bot || bot.suspended || !operation) return carryOut()
  const fault = struck(world, 'call', bot.id, (one) => fits(world, one, operation.name, call.input))
  return fault ? underFault(world, fault, carryOut) : carryOut()
}

function fits(read: Read, { operation, match }: Fault, called: string, input: BotCall['input']): boolean {
  if (operation !== null && operation !== called) return false
  if (match === null) return true
  return !(input instanceof Refusal) && agrees(match, input, sameOne(read))
}

async function underFault(tx: Tx, fault: FaultOn<'call'>, carryOut: () => Promise<Explained>): Promise<Explained> {
  const { delay_ms, status, description = '', retry_after, drop, hang } = fault.effect
  const why = whyOf(fault)
  if (delay_ms) await pause(delay_ms, undefined, { signal: tx.faults.stopped }).catch(() => {})
  if (tx.faults.stopped.aborted || drop === 'before') return { ...NO_ANSWER, lost: 'reset', why }
  if (hang) return { ...NO_ANSWER, lost: 'silence', why }
  if (status !== undefined) return { ...refusedAs(status, description, retry_after), why }
  const answer = await carryOut()
  return { ...answer, ...(drop && { lost: 'reset' as const }), why: joined(answer.why, why) }
}

function refusedAs(status: number, description: string, retryAfter: number | undefined): Explained {
  const bare = REFUSALS.tooManyRequests
  const answer = refusedAnswer({ status, description, ...(retryAfter !== undefined && { retryAfter }) })
  return description === bare.description ? { ...answer, rule: bare.causes.fault[0] } : answer
}

/** Asked when the answer is there: the fault may have been set while a poll waited. */
export function withFaultyUpdates(world: World, { token, method }: BotCall, answer: Explained): Explained {
  const bot = world.store.bots.byToken(token)?.id
  if (bot === undefined || method !== 'getUpdates' || answer.status !== 200) return answer
  const { result } = JSON.parse(answer.body) as { result: object[] }
  const faulty = faultyUpdates(world, bot, result)
  if (!faulty) return answer
  return { ...answer, body: JSON.stringify({ ok: true, result: faulty.updates }), why: joined(answer.why, faulty.why) }
}

const joined = (why: string | undefined, more: string) => (why === undefined ? more : `${why}; ${more}`)
