// The actions injectFault and clearFaults.

import * as z from 'zod'
import { requireValidPatterns } from '../../lib/compare/difference.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { STATUS_CODES } from '../../lib/node-http.ts'
import { Problem } from '../../lib/problem.ts'
import { type Effect, type Faults, isUsedUp, WEBHOOK_FAULTS } from '../../service/messenger/faults/faults.ts'
import { requireBot } from '../../service/messenger/users/find-by-ref.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import { viewFault } from '../present/traffic.ts'
import { action } from './action.ts'
import * as p from './params.ts'

const MAX_DELAY_MS = 3_600_000
const MAX_FAULTS = 1000

const STATUSES = 'Invalid input: expected a status from 400 to 599'
const status = z.int().min(400, STATUSES).max(599, STATUSES)
const count = z.int().min(1, 'Invalid input: expected 1 or more')
const off = z.boolean().meta({ default: false })

const params = z
  .strictObject({
    status: status.describe('The HTTP status with which the call is refused, such as 429.'),
    description: p.longText('The error text with which the call is refused.').meta({ hint: 'e.g. Too Many Requests' }),
    retry_after: p.wholeSpan.meta({ hint: 'e.g. 5s' }).describe('The time that the refusal tells the bot to wait.'),
    delay_ms: p.milliseconds(MAX_DELAY_MS).meta({ hint: 'e.g. 5s' }).describe('The time by which the call is delayed.'),
    drop: z
      .enum(['before', 'after'])
      .describe('Closes the connection without an answer, before or after the call has its effect.'),
    webhook: z.union([z.int().min(300).max(599), z.enum(WEBHOOK_FAULTS)]).meta({
      kind: 'choice',
      description:
        'Makes deliveries to webhooks fail. A number is the HTTP status of the answer, a word is the kind of failure.',
    }),
    hang: off.describe('True to never answer the call.'),
    duplicate_updates: off.describe('True to deliver updates twice.'),
    reorder_updates: off.describe('True to deliver updates in reverse order.'),
    bot: p.bot.meta({ heading: 'Where', hint: 'any' }),
    operation: p
      .shortText('The operation whose calls the fault affects. By default, all operations.')
      .meta({ kind: 'operation', hint: 'any' }),
    match: z
      .record(z.string(), z.unknown())
      .meta({ hint: 'any', parts: { chat_id: 'peer', text: 'text' } })
      .describe('The parameters that a call must have to be affected by the fault.'),
    times: count
      .meta({ heading: 'How often', hint: 'once' })
      .describe('The number of times the fault happens: once by default, or without limit with `every`.'),
    every: count.meta({ hint: 'e.g. 3' }).describe('The fault happens only at every nth matching call or delivery.'),
  })
  .partial()

type Params = z.output<typeof params>

/** What can be chosen for a fault in calls. Any other effect on them can come late as well. */
const OF_CALLS = ['delay_ms', 'operation', 'match']
const OF_REFUSALS = ['status', 'retry_after', 'description', ...OF_CALLS]

/** The effects, of which a fault has one. The usual ones come first. */
const variants = [
  { label: 'Refuse with {status}', values: { status: 429, retry_after: '1s' }, fields: OF_REFUSALS },
  { label: 'Refuse with {status}', values: { status: 500 }, fields: OF_REFUSALS },
  { label: 'Lose the answer', values: { drop: 'after' }, fields: OF_CALLS },
  { label: 'Answer {delay_ms} late', values: { delay_ms: '5 s' }, fields: OF_CALLS },
  { label: 'Deliver updates twice', values: { duplicate_updates: true }, fields: [] },
  { label: 'Deliver updates in reverse order', values: { reorder_updates: true }, fields: [] },
  { label: 'Lose the call', values: { drop: 'before' }, fields: OF_CALLS },
  { label: 'Never answer', values: { hang: true }, fields: OF_CALLS },
  { label: 'Answer 500 as the webhook', values: { webhook: 500 }, fields: [] },
  { label: 'Break the webhook: {webhook}', values: { webhook: 'timeout' }, fields: ['webhook'] },
]

function effectOf(params: Params): Effect {
  const { drop, hang, duplicate_updates, reorder_updates, webhook, delay_ms, operation } = params
  // A fault has one effect. A status that is passed with `drop` is ignored, because the call gets no answer.
  const refuses = !drop && [params.status, params.description, params.retry_after].some((one) => one !== undefined)
  const count = [refuses, drop, hang, duplicate_updates, reorder_updates, webhook].filter(Boolean).length
  if (count > 1 || (count === 0 && delay_ms === undefined)) throw badFaultProblem('A fault has exactly one effect')
  if (webhook === undefined && !duplicate_updates && !reorder_updates) {
    return {
      on: 'call',
      ...(delay_ms !== undefined && { delay_ms }),
      ...(refuses && statusEffect(params)),
      ...(drop !== undefined && { drop }),
      ...(hang && { hang }),
    }
  }
  if (delay_ms !== undefined)
    throw badFaultProblem('delay_ms delays calls, and cannot be combined with an effect on updates or webhooks')
  if (webhook !== undefined) {
    if (operation !== undefined) throw badFaultProblem('webhook cannot be combined with operation')
    return { on: 'webhook', webhook }
  }
  if (operation !== undefined && operation !== 'getUpdates')
    throw badFaultProblem(`${operation} does not return updates that a fault could duplicate or reorder`)
  return { on: 'updates', ...(duplicate_updates ? { duplicate_updates } : { reorder_updates: true }) }
}

function statusEffect({ status = 429, description = STATUS_CODES[status] ?? 'Error', retry_after }: Params) {
  const after = retry_after ?? (status === 429 ? LIMITS.bareRetrySeconds : undefined)
  return { status, description, ...(after !== undefined && { retry_after: after }) }
}

function badFaultProblem(what: string): Problem {
  const hint =
    'Choose one effect: status (with description, retry_after), drop, hang, duplicate_updates, reorder_updates or webhook. Pass delay_ms alone, or with status, drop or hang.'
  return new Problem('bad-fault', `${what}.`, hint)
}

function requireRoom(faults: Faults) {
  if (faults.list().filter((fault) => !isUsedUp(fault)).length < MAX_FAULTS) return
  const hint = 'Remove faults first, with the action clearFaults.'
  throw new Problem('too-many-faults', `The emulator already has ${MAX_FAULTS} faults.`, hint)
}

function requireOperation({ operations }: Faults, name: string): string {
  const operation = operations.get(name)
  if (operation !== undefined) return operation
  const hint = didYouMean(name, [...operations.keys()], 'Omit `operation` to affect every operation.')
  throw new Problem('unknown-operation', `Unknown operation "${name}".`, hint)
}

export const faults = {
  injectFault: action({
    summary: 'Injects a fault into calls, updates or webhook deliveries: once, several times, or every nth time.',
    params,
    result: 'FaultView',
    example: { operation: 'sendMessage', retry_after: '5s' },
    variants,
    run(tx, input) {
      const { bot, match = null, every, times, operation } = input
      requireRoom(tx.faults)
      requireValidPatterns(match)
      const fault = tx.faults.add({
        bot: bot === undefined ? null : requireBot(tx, bot).id,
        operation: operation === undefined ? null : requireOperation(tx.faults, operation),
        match,
        every: every ?? 1,
        // With `every`, the fault happens without limit unless `times` is set.
        times: times ?? (every === undefined ? 1 : null),
        effect: effectOf(input),
      })
      return viewFault(tx, fault)
    },
  }),
  clearFaults: action({
    summary: 'Removes all injected faults, those of one bot, or one of them.',
    params: z.strictObject({
      bot: p.bot.optional(),
      fault: z.int().min(1).optional().describe('The id of the only fault to remove.'),
    }),
    result: 'FaultView[]',
    example: {},
    run(tx, { bot, fault }) {
      const removed = tx.faults.clear(bot === undefined ? undefined : requireBot(tx, bot).id, fault)
      return removed.map((fault) => viewFault(tx, fault))
    },
  }),
}
