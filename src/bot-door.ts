// The path of one bot call: who calls, what is asked, the rules in one transaction, waiting, the journal.

import type { Polls } from './delivery/polls.ts'
import type { Journal } from './journal.ts'
import { stopwatch } from './lib/clock.ts'
import { toJson } from './lib/json.ts'
import { operationNamed } from './operations/index.ts'
import type { Input, Operation } from './operations/operation.ts'
import { Refusal, refuse } from './spec/refusals.ts'
import type { BotRow } from './store/bots.ts'
import type { World } from './world/world.ts'

export interface BotCall {
  token: string
  method: string
  /** The parameters, or why they cannot be read. */
  input: Input | Refusal
  /** Aborted when the caller hangs up. */
  signal?: AbortSignal
}

export interface Answer {
  status: number
  body: string
}

interface Attempt {
  bot: BotRow
  operation: Operation
  params: unknown
  result: unknown
}

export function createBotDoor(world: World, journal: Journal, polls: Polls) {
  /** Once through all checks to the result; everything or nothing. */
  function attempt({ token, method, input }: BotCall): Attempt {
    return world.transact(() => {
      const bot = botWith(world, token)
      const operation = operationNamed(method)
      if (!operation) return refuse('notFound', 'operation', { operation: method })
      if (input instanceof Refusal) throw input
      operation.before?.(input)
      const params = readParams(operation, input)
      return { bot, operation, params, result: operation.run(world, bot, params) }
    })
  }

  async function result(call: BotCall): Promise<unknown> {
    let made = attempt(call)
    const { operation, bot, params } = made
    if (!operation.waits) return made.result
    const poll = polls.enter(bot.id, operation.waits(params, made.result), call.signal)
    try {
      while (operation.waits(params, made.result) > 0) {
        const awakening = await poll.wait()
        if (awakening === 'takeover') refuse('pollTakenOver', 'takeover', { bot: bot.first_name })
        if (awakening !== 'news') break
        made = attempt(call)
      }
      return made.result
    } finally {
      poll.leave()
    }
  }

  return async (call: BotCall): Promise<Answer> => {
    const elapsed = stopwatch()
    const at = world.clock.ms() / 1000
    const answer = await answered(() => result(call))
    journal.add({
      at,
      bot: world.store.bots.byToken(call.token)?.id ?? null,
      method: call.method,
      params: call.input instanceof Refusal ? {} : call.input,
      status: answer.status,
      body: answer.body,
      ...(answer.refused && { why: answer.refused.why, rule: answer.refused.rule }),
      duration_ms: elapsed(),
    })
    return answer
  }
}

function botWith(world: World, token: string): BotRow {
  if (!token) return refuse('unauthorized', 'missing')
  const bot = world.store.bots.byToken(token)
  if (!bot) return refuse('unauthorized', 'token')
  if (bot.suspended) refuse('suspended', 'suspended', { bot: bot.first_name })
  return bot
}

function readParams(operation: Operation, input: Input): unknown {
  const parsed = operation.params.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refuse('badParameter', 'invalid', { field: issue!.path.join('.'), reason: issue!.message })
}

async function answered(result: () => Promise<unknown>): Promise<Answer & { refused?: Refusal }> {
  try {
    return { status: 200, body: `{"ok":true,"result":${toJson(await result())}}` }
  } catch (error) {
    if (error instanceof Refusal) return { ...refusedAnswer(error), refused: error }
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const broken = new Refusal(500, 'Internal Server Error', 'ENV-06', why)
    return { ...refusedAnswer(broken), refused: broken }
  }
}

export function refusedAnswer({ status, description, retryAfter }: Refusal): Answer {
  const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }
  return { status, body: JSON.stringify({ ok: false, error_code: status, description, ...parameters }) }
}
