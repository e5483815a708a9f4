// injectFault and clearFaults.

import * as z from 'zod'
import { requireReadableIn } from '../../lib/compare/difference.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { STATUS_CODES } from '../../lib/node-http.ts'
import { Problem } from '../../lib/problem.ts'
import { type Effect, type Faults, WEBHOOK_FAULTS } from '../../messenger/faults/faults.ts'
import { botNamed } from '../../messenger/users/named.ts'
import { LIMITS } from '../../spec/limits.ts'
import { viewFault } from '../build-views/traffic.ts'
import { action } from './action.ts'
import * as p from './params.ts'

const LONGEST_DELAY_MS = 3_600_000

const params = z.strictObject({
  bot: p.bot.optional(),
  operation: z.string().optional().describe('Only calls of this operation.'),
  match: z.record(z.string(), z.unknown()).optional().describe('Only calls with these parameters.'),
  times: z.int().min(1).optional().describe('How often it strikes; once, or without end with `every`.'),
  every: z.int().min(1).optional().describe('Strikes at every nth occasion.'),
  status: z.int().min(400).max(599).optional().describe('The status of the refusal.'),
  description: z.string().optional().describe('The description of the refusal.'),
  retry_after: p.wholeSpan.optional().describe('When the bot may call again.'),
  delay_ms: p.milliseconds(LONGEST_DELAY_MS).optional().describe('How long a call is held back.'),
  drop: z.enum(['before', 'after']).optional().describe('Loses the call before its effect, or the answer after it.'),
  hang: z.boolean().optional().describe('Never answers.'),
  duplicate_updates: z.boolean().optional().describe('Delivers updates twice.'),
  reorder_updates: z.boolean().optional().describe('Delivers updates in reverse order.'),
  webhook: z
    .union([z.int().min(300).max(599), z.enum(WEBHOOK_FAULTS)])
    .meta({ kind: 'choice', description: 'How a delivery fails: a status, or a word.' })
    .optional(),
})

type Params = z.output<typeof params>

function effectOf(params: Params): Effect {
  const { drop, hang, duplicate_updates, reorder_updates, webhook, delay_ms, operation } = params
  // Of a call whose answer is lost nobody hears a status.
  const refuses = drop === undefined && [params.status, params.description, params.retry_after].some(isGiven)
  const wanted = [refuses, drop !== undefined, hang, duplicate_updates, reorder_updates, webhook !== undefined]
  const ways = wanted.filter(Boolean).length
  if (ways > 1 || (ways === 0 && delay_ms === undefined)) throw badFault('A fault goes wrong in one way')
  if (webhook === undefined && !duplicate_updates && !reorder_updates) {
    return {
      on: 'call',
      ...(delay_ms !== undefined && { delay_ms }),
      ...(refuses && statusEffect(params)),
      ...(drop !== undefined && { drop }),
      ...(hang && { hang }),
    }
  }
  if (delay_ms !== undefined) throw badFault('Only calls are held back')
  if (webhook !== undefined) {
    if (operation !== undefined) throw badFault('A delivery belongs to no operation')
    return { on: 'webhook', webhook }
  }
  if (operation !== undefined && operation !== 'getUpdates') throw badFault(`${operation} hands out no updates`)
  return { on: 'updates', ...(duplicate_updates ? { duplicate_updates } : { reorder_updates: true }) }
}

const isGiven = (value: unknown) => value !== undefined

/** A bare status is given its usual words, and every 429 says when to come back. */
function statusEffect({ status = 429, description = STATUS_CODES[status] ?? 'Error', retry_after }: Params) {
  const after = retry_after ?? (status === 429 ? LIMITS.bareRetrySeconds : undefined)
  return { status, description, ...(after !== undefined && { retry_after: after }) }
}

function badFault(what: string): Problem {
  return new Problem(
    'bad-fault',
    `${what}.`,
    'Choose one: status (with description, retry_after), drop, hang, duplicate_updates, reorder_updates or webhook; delay_ms goes alone or with the first three.',
  )
}

function knownOperation({ operations }: Faults, name: string): string {
  const operation = operations.get(name)
  if (operation !== undefined) return operation
  const hint = didYouMean(name, [...operations.keys()], 'Leave it out to mean any operation.')
  throw new Problem('unknown-operation', `There is no operation "${name}".`, hint)
}

export const faults = {
  injectFault: action({
    summary: 'Lets calls, updates or deliveries of a bot go wrong: once, several times, or at every nth occasion.',
    params,
    result: 'FaultView',
    run(tx, wanted) {
      const { bot, match = null, every, times } = wanted
      requireReadableIn(match)
      const fault = tx.faults.add({
        bot: bot === undefined ? null : botNamed(tx, bot).id,
        operation: wanted.operation === undefined ? null : knownOperation(tx.faults, wanted.operation),
        match,
        every: every ?? 1,
        // Whoever says "every" means again and again.
        times: times ?? (every === undefined ? 1 : null),
        effect: effectOf(wanted),
      })
      return viewFault(tx, fault)
    },
  }),
  clearFaults: action({
    summary: 'Takes all injected faults away, or those of one bot.',
    params: z.strictObject({ bot: p.bot.optional() }),
    result: 'FaultView[]',
    run(tx, { bot }) {
      const gone = tx.faults.clear(bot === undefined ? undefined : botNamed(tx, bot).id)
      return gone.map((fault) => viewFault(tx, fault))
    },
  }),
}
