// The path of one bot call: who calls, what is asked, the rules in one transaction, waiting, the journal.

import type { Polls } from '../delivery/polls.ts'
import type { Journal } from '../event-log/journal.ts'
import { stopwatch } from '../lib/clock.ts'
import { Upload } from '../media/upload.ts'
import type { World } from '../messenger/world.ts'
import { Refusal, refuse } from '../spec/refusals.ts'
import type { BotRow } from '../store/tables/bots.ts'
import { type Answer, answered } from './answer.ts'
import type { BotCall } from './bot-call.ts'
import { underFaults } from './call-faults.ts'
import { operationNamed } from './operations/index.ts'
import type { Input, Operation } from './operations/operation.ts'

/** What one upload holds until its answer is written. */
export interface Place {
  folder: string
  leave(): Promise<void>
}

interface Attempt extends Admitted {
  result: unknown
}

interface Admitted {
  bot: BotRow
  operation: Operation
  params: unknown
}

export function createBotDoor(world: World, journal: Journal, polls: Polls) {
  /** Who calls, what is asked, and with what: the checks that need nothing of the world but the bot. */
  function admit({ token, method, input }: BotCall): Admitted {
    const bot = botWith(world, token)
    const operation = operationNamed(method)
    if (!operation) return refuse('notFound', 'operation', { operation: method })
    if (input instanceof Refusal) throw input
    operation.before?.(input)
    return { bot, operation, params: readParams(operation, input) }
  }

  /** Before the body of an upload is read: its place among the transfers, or why it is not read at all. */
  function admitUpload(token: string, method: string): Place | Refusal | undefined {
    try {
      const bot = botWith(world, token)
      return operationNamed(method)?.fileField ? placeFor(world, bot) : undefined
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  /** Once through all checks to the result. */
  function attempt(call: BotCall, prepared?: unknown): Attempt {
    const admitted = admit(call)
    const { bot, operation, params } = admitted
    return { ...admitted, result: operation.run(world, bot, params, prepared) }
  }

  /** A further look of a call that waits. */
  function lookAgain(call: BotCall): Attempt {
    const admitted = admit(call)
    return { ...admitted, result: admitted.operation.waits!.again(world, admitted.bot, admitted.params) }
  }

  /** At once: whoever waits afterwards must not miss what happens in between. */
  const look = (call: BotCall) => world.transact(() => attempt(call))

  async function result(call: BotCall): Promise<unknown> {
    const operation = operationNamed(call.method)
    if (operation?.waits) return waited(call, look(call))
    const prepared = await operation?.prepare?.(world, admit(call).params, call.transferring ?? false)
    const { result } = await world.transactShared(() => attempt(call, prepared))
    return result
  }

  /** An answer that has nothing to say yet may wait for news. */
  async function waited(call: BotCall, made: Attempt): Promise<unknown> {
    const { operation, bot, params } = made
    const seconds = () => operation.waits!.seconds(params, made.result)
    const poll = polls.enter(bot.id, seconds(), call.signal?.())
    try {
      while (seconds() > 0) {
        const awakening = await poll.wait()
        if (awakening === 'takeover') refuse('pollTakenOver', 'takeover', { bot: bot.first_name })
        if (awakening !== 'news') break
        made = world.transact(() => lookAgain(call))
      }
      return made.result
    } finally {
      poll.leave()
    }
  }

  async function answer(call: BotCall): Promise<Answer> {
    const elapsed = stopwatch()
    const at = world.clock.ms() / 1000
    if (world.resting.any() && !world.store.bots.byToken(call.token)) await world.resting.over(call.token)
    const carryOut = () => answered(() => result(call))
    const given = world.faults.armed() ? await underFaults(world, call, carryOut) : await carryOut()
    journal.add({
      at,
      bot: world.store.bots.idOf(call.token) ?? null,
      method: call.method,
      params: call.input instanceof Refusal ? {} : call.transferring ? shownInput(call.input) : call.input,
      status: given.status,
      body: given.body,
      ...(given.why !== undefined && { why: given.why }),
      ...(given.rule !== undefined && { rule: given.rule }),
      duration_ms: elapsed(),
    })
    return given
  }

  return { answer, admitUpload }
}

function placeFor(world: World, bot: BotRow): Place {
  const release = world.transfers.take(bot)
  try {
    const folder = world.bytes.newUploadFolder()
    return { folder, leave: () => world.bytes.empty(folder).finally(release) }
  } catch (error) {
    release()
    throw error
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

/** A file is gone with its call: what the journal keeps of it is how it shows. */
function shownInput(input: Input): Input {
  const entries = Object.entries(input)
  return Object.fromEntries(entries.map(([name, value]) => [name, value instanceof Upload ? value.toJSON() : value]))
}
