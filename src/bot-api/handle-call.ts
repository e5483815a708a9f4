// The path of one bot call: who calls, what is asked, the rules in one transaction, waiting, the log.

import type { Poll, Polls } from '../delivery/polls.ts'
import type { Call } from '../event-log/entry.ts'
import { stopwatch } from '../lib/clock.ts'
import { firstIssue } from '../lib/first-issue.ts'
import { Upload } from '../media/upload.ts'
import { UnfinishedSearch } from '../messenger/members/moderation-target.ts'
import { markSeen } from '../messenger/users/present-user.ts'
import type { Read, Tx, World } from '../messenger/world.ts'
import { Refusal, refuse } from '../spec/refusals.ts'
import type { BotRow } from '../store/tables/bots.ts'
import { type Answer, type Explained, refusalOf, refusedAnswer } from './answer.ts'
import type { BotCall } from './bot-call.ts'
import { answerUnderFaults, withFaultyUpdates } from './call-faults.ts'
import { createIgnoredParams } from './ignored-params.ts'
import type { Input, Operation } from './operations/operation.ts'
import { operationNamed } from './operations/operation-named.ts'
import { isLenient, lenientAnswer, refuseUnknown } from './operations/unknown-operation.ts'

/** The files of one request: their place among the transfers is taken when the first begins, and held until the answer. */
export interface Uploads {
  /** Where they go; a Refusal is thrown where there is no place. */
  folder(): string
  /** Whether there is one. */
  begun(): boolean
  leave(): Promise<void>
}

type Waits = NonNullable<Operation['waits']>

interface Admitted {
  bot: BotRow
  operation: Operation
  params: unknown
}

export function createBotDoor(world: World, polls: Polls, closing: AbortSignal) {
  const ignoredParams = createIgnoredParams()

  async function answer(call: BotCall): Promise<Answer> {
    const elapsed = stopwatch()
    const at = world.clock.ms() / 1000
    const arrival = arrivalOf(call.token)
    if (arrival) await arrival
    const plain = await (world.faults.armed() ? answerUnderFaults(world, call, () => carryOut(call)) : carryOut(call))
    const { status, body, why, rule, lost } = world.faults.armed() ? withFaultyUpdates(world, call, plain) : plain
    const bot = world.store.bots.byToken(call.token)?.id ?? null
    const entry = {
      at,
      bot,
      method: call.method,
      params: recordedParams(call),
      status,
      body,
      ...(status === 200 && bot !== null && noteworthyIn(bot, call)),
      why,
      rule,
      duration_ms: elapsed(),
    }
    world.log.append([{ type: 'call', call: entry }])
    return { status, body, ...(lost && { lost }) }
  }

  /** Where a reset takes the bot away meanwhile, the call begins anew when it is there again. */
  async function carryOut(call: BotCall): Promise<Explained> {
    for (;;) {
      try {
        return { status: 200, body: `{"ok":true,"result":${await resultOf(call)}}` }
      } catch (error) {
        const refusal = refusalOf(error)
        const arrival = refusal.status === 401 && arrivalOf(call.token)
        if (!arrival) return { ...refusedAnswer(refusal), why: refusal.why, rule: refusal.rule }
        await arrival
      }
    }
  }

  /** What a call that went through was without effect for. */
  function noteworthyIn(bot: number, { method, input }: BotCall): Pick<Call, 'ignored' | 'lenient'> | undefined {
    const operation = operationNamed(method)
    if (!operation) return { lenient: true }
    const ignored = input instanceof Refusal ? [] : ignoredParams.newIn(bot, operation, input)
    return ignored.length ? { ignored } : undefined
  }

  /** The result of a call as JSON. */
  async function resultOf(call: BotCall): Promise<string> {
    const operation = operationNamed(call.method)
    if (!operation && isLenient(world, call.method)) return lenientResult(call)
    const result = operation?.waits
      ? await waitedFor(call, operation.waits)
      : operation?.prepare
        ? await prepared(call)
        : await atOnceOrInPieces(call)
    return operation?.toJson ? operation.toJson(result) : JSON.stringify(result)
  }

  function lenientResult({ token, method }: BotCall): string {
    botWith(world, token)
    return JSON.stringify(lenientAnswer(world, method))
  }

  /** A long search goes on in other turns: each begins anew with the checks before it, and only the last changes anything. */
  async function atOnceOrInPieces(call: BotCall): Promise<unknown> {
    for (let searchFrom: number | undefined; ; ) {
      try {
        return await world.transactShared((tx) => run(tx, admit(tx, call), searchFrom))
      } catch (error) {
        if (!(error instanceof UnfinishedSearch) || closing.aborted) throw error
        searchFrom = error.next
      }
    }
  }

  /** What takes time is looked at before the transaction; meanwhile the bot may have been suspended. */
  async function prepared(call: BotCall): Promise<unknown> {
    const { operation, params } = admit(world, call)
    const prepared = await operation.prepare?.(world, params, call.transferring ?? false)
    return world.transactShared((tx) => run(tx, { bot: botWith(tx, call.token), operation, params }, prepared))
  }

  /** An answer that has nothing to say yet waits for news. */
  async function waitedFor(call: BotCall, { seconds, isEmpty, again }: Waits): Promise<unknown> {
    let poll = undefined as Poll | undefined
    try {
      const { bot, params, ...first } = await world.transactShared((tx) => {
        const admitted = admit(tx, call)
        const result = run(tx, admitted)
        const { bot, params } = admitted
        polls.takeOver(bot.id)
        // From now on: whoever waits must not miss what happens before this is committed.
        if (isEmpty(result) && seconds(params) > 0) {
          poll = polls.enter(bot.id, seconds(params), call.signal?.())
          tx.emit({ type: 'poll', bot: bot.id })
        }
        return { bot, params, result }
      })
      let { result } = first
      while (poll && isEmpty(result)) {
        const awakening = await poll.wait()
        if (awakening === 'takeover') refuse('pollTakenOver', 'takeover', { bot: bot.first_name })
        if (awakening !== 'news') break
        result = world.transact((tx) => again(tx, botWith(tx, call.token), params))
      }
      return result
    } finally {
      poll?.leave()
    }
  }

  /** Before a body is read: what takes its files, if the operation takes any, or why nothing is read. */
  async function admitBody(token: string, method: string): Promise<Uploads | Refusal | undefined> {
    const arrival = arrivalOf(token)
    if (arrival) await arrival
    try {
      const bot = botWith(world, token)
      return operationNamed(method)?.fileField ? createUploads(world, bot) : undefined
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  /** What to wait for where a reset has taken the bot away that may be back in a moment. */
  function arrivalOf(token: string): Promise<void> | undefined {
    return world.store.bots.byToken(token) ? undefined : world.returning.arrival(token)
  }

  return { answer, admitBody, onAnotherWorld: ignoredParams.forget }
}

/** Who calls, what is asked, and with what: the checks that need nothing of the world but the bot. */
function admit(read: Read, { token, method, input }: BotCall): Admitted {
  const bot = botWith(read, token)
  const operation = operationNamed(method)
  if (!operation) return refuseUnknown(method)
  if (input instanceof Refusal) throw input
  operation.before?.(input)
  return { bot, operation, params: readParams(operation, operation.withoutIgnored?.(read, bot, input) ?? input) }
}

function botWith(read: Read, token: string): BotRow {
  if (!token) return refuse('unauthorized', 'missing')
  const bot = read.store.bots.byToken(token)
  if (!bot) return refuse('unauthorized', 'token')
  if (bot.suspended) refuse('suspended', 'suspended', { bot: bot.first_name })
  return bot
}

function readParams(operation: Operation, input: Input): unknown {
  const parsed = operation.params.safeParse(input)
  if (parsed.success) return parsed.data
  const { at, message } = firstIssue(parsed.error)
  return refuse('badParameter', 'invalid', { field: at, reason: message })
}

function run(tx: Tx, { bot, operation, params }: Admitted, prepared?: unknown): unknown {
  const result = operation.run(tx, bot, params, prepared)
  markSeen(tx, bot, result)
  return result
}

function createUploads(world: World, bot: BotRow): Uploads {
  let release: (() => void) | undefined
  let folder: string | undefined
  return {
    folder() {
      release ??= world.transfers.take(bot)
      folder ??= world.bytes.newUploadFolder()
      return folder
    },
    begun: () => release !== undefined,
    async leave() {
      try {
        if (folder !== undefined) await world.bytes.empty(folder)
      } finally {
        release?.()
      }
    },
  }
}

/** A file is gone with its call: what the log keeps of it is how it shows. */
function recordedParams({ input, transferring }: BotCall): Input {
  if (input instanceof Refusal) return {}
  if (!transferring) return input
  const entries = Object.entries(input)
  return Object.fromEntries(entries.map(([name, value]) => [name, value instanceof Upload ? value.toJSON() : value]))
}
