// The path of one bot call: token, operation, parameters, transaction, waiting, event log.

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

/** The files of one request. It takes a slot among the transfers with its first file, until the answer. */
export interface Uploads {
  /** Returns the folder for the files, or throws a Refusal if no slot is free. */
  folder(): string
  /** True if the request has sent a file. */
  begun(): boolean
  leave(): Promise<void>
}

type Waits = NonNullable<Operation['waits']>

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

  /** Carries out a call. If a reset has removed the bot meanwhile, the call begins again when the bot is back. */
  async function carryOut(call: BotCall): Promise<Explained> {
    const operation = operationNamed(call.method)
    for (;;) {
      try {
        if (!operation && isLenient(world, call.method)) return succeeded(lenientResult(call))
        const result = await (operation?.waits ? waitFor(call, operation.waits) : runInTransaction(call, operation))
        return succeeded(operation?.toJson ? operation.toJson(result) : JSON.stringify(result))
      } catch (error) {
        const refusal = refusalOf(error)
        const arrival = refusal.status === 401 && arrivalOf(call.token)
        if (!arrival) return { ...refusedAnswer(refusal), why: refusal.why, rule: refusal.rule }
        await arrival
      }
    }
  }

  /**
   * Runs an operation in a transaction that it shares with the other calls of this moment. What takes time is prepared before
   * it. A long search continues in later transactions: each repeats the checks, and only the last one changes anything.
   */
  async function runInTransaction(call: BotCall, operation: Operation | undefined): Promise<unknown> {
    let prepared =
      operation?.prepare && (await operation.prepare(world, admit(world, call).params, !!call.transferring))
    for (;;) {
      try {
        return (await world.transactShared((tx) => run(tx, call, prepared))).result
      } catch (error) {
        if (!(error instanceof UnfinishedSearch) || closing.aborted) throw error
        prepared = error.next
      }
    }
  }

  /** What the event log says about a call that succeeded: ignored parameters, or an unknown operation. */
  function noteworthyIn(bot: number, { method, input }: BotCall): Pick<Call, 'ignored' | 'lenient'> | undefined {
    const operation = operationNamed(method)
    if (!operation) return { lenient: true }
    const ignored = input instanceof Refusal ? [] : ignoredParams.newIn(bot, operation, input)
    return ignored.length ? { ignored } : undefined
  }

  function lenientResult({ token, method }: BotCall): string {
    botWith(world, token)
    return JSON.stringify(lenientAnswer(world, method))
  }

  /** Runs an operation that waits for news while its result is empty. */
  async function waitFor(call: BotCall, { seconds, isEmpty, again }: Waits): Promise<unknown> {
    let poll = undefined as Poll | undefined
    try {
      const { bot, params, ...first } = await world.transactShared((tx) => {
        const ran = run(tx, call)
        polls.takeOver(ran.bot.id)
        // The poll begins before the commit, so that it misses nothing that happens until then.
        if (isEmpty(ran.result) && seconds(ran.params) > 0) {
          poll = polls.enter(ran.bot.id, seconds(ran.params), call.signal?.())
          tx.emit({ type: 'poll', bot: ran.bot.id })
        }
        return ran
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

  /** Decides before a body is read: where its files go, if the operation takes any, or why it is refused. */
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

  /** Returns a promise if a reset has removed the bot, which may be back in a moment. */
  function arrivalOf(token: string): Promise<void> | undefined {
    return world.store.bots.byToken(token) ? undefined : world.returningBots.arrival(token)
  }

  return { answer, admitBody, onAnotherWorld: ignoredParams.forget }
}

const succeeded = (result: string): Explained => ({ status: 200, body: `{"ok":true,"result":${result}}` })

/** Checks a call and runs its operation: every change of it, or, if this throws, none. */
function run(tx: Tx, call: BotCall, prepared?: unknown) {
  const { bot, operation, params } = admit(tx, call)
  const result = operation.run(tx, bot, params, prepared)
  markSeen(tx, bot, result)
  return { bot, params, result }
}

/** Checks who calls, which operation and with which parameters, in the service's order. */
function admit(read: Read, { token, method, input }: BotCall) {
  const bot = botWith(read, token)
  const operation = operationNamed(method)
  if (!operation) return refuseUnknown(method)
  if (input instanceof Refusal) throw input
  operation.before?.(input)
  const parsed = operation.params.safeParse(operation.withoutIgnored?.(read, bot, input) ?? input)
  if (parsed.success) return { bot, operation, params: parsed.data as unknown }
  const { at, message } = firstIssue(parsed.error)
  return refuse('badParameter', 'invalid', { field: at, reason: message })
}

function botWith(read: Read, token: string): BotRow {
  if (!token) return refuse('unauthorized', 'missing')
  const bot = read.store.bots.byToken(token)
  if (!bot) return refuse('unauthorized', 'token')
  if (bot.suspended) refuse('suspended', 'suspended', { bot: bot.first_name })
  return bot
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

/** Replaces files by their names and sizes, because the bytes are gone after the call. */
function recordedParams({ input, transferring }: BotCall): Input {
  if (input instanceof Refusal) return {}
  if (!transferring) return input
  const entries = Object.entries(input)
  return Object.fromEntries(entries.map(([name, value]) => [name, value instanceof Upload ? value.toJSON() : value]))
}
