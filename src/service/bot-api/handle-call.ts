// Handles a bot's call: token, operation, parameters, transaction, waiting, event log.

import { stopwatch } from '../../lib/clock.ts'
import { firstIssue } from '../../lib/problem.ts'
import type { Poll, Polls } from '../delivery/polls.ts'
import type { Unconfirmed } from '../delivery/unconfirmed.ts'
import type { Call } from '../event-log/entry.ts'
import { Upload } from '../media/upload.ts'
import { isOwnChannel } from '../messenger/chats/find-chat.ts'
import { markSeen } from '../messenger/users/present-user.ts'
import type { Read, Tx, World } from '../messenger/world.ts'
import { FIELD_TEXTS, Refusal, refuse } from '../rules/refusals.ts'
import type { BotRow } from '../store/tables/bots.ts'
import { type Answer, type ExplainedAnswer, refusalAnswer, toRefusal } from './answer.ts'
import type { BotCall } from './bot-call.ts'
import { answerUnderFaults, withFaultyUpdates } from './call-faults.ts'
import { createIgnoredParams } from './ignored-params.ts'
import { findOperation, ownSpelling } from './operations/find-operation.ts'
import type { Input, Operation } from './operations/operation.ts'
import { isLenient, lenientAnswer, refuseUnknown } from './operations/unknown-operation.ts'
import { withReplyTarget } from './reply-parameters.ts'

/** All files of a request share one transfer slot, which the first file takes. */
export interface Uploads {
  /**
   * Returns the folder for the uploaded files. The first time, takes a transfer slot and creates the folder. Throws a
   * Refusal if no slot is free.
   */
  folder(): string
  hasFile(): boolean
  /** Deletes the uploaded files and frees the transfer slot. */
  release(): Promise<void>
}

type Waits = NonNullable<Operation['waits']>

type Notes = Pick<Call, 'ignored' | 'lenient' | 'read_leniently' | 'unconfirmed'>

export function createCallHandler(world: World, polls: Polls, unconfirmed: Unconfirmed) {
  const ignoredParams = createIgnoredParams()
  let underWay = 0
  let heldUntil: Promise<void> | undefined

  async function answer(sent: BotCall): Promise<Answer> {
    underWay++
    try {
      if (heldUntil) await heldUntil
      const elapsed = stopwatch()
      const call = { ...sent, method: ownSpelling(world, sent.method) }
      const at = world.clock.ms() / 1000
      const arrival = awaitReturn(call.token)
      if (arrival) await arrival
      const isFaulty = world.faults.hasArmed()
      const plain = await (isFaulty ? answerUnderFaults(world, call, () => execute(call)) : execute(call))
      const { status, body, why, rule, lost } = world.faults.hasArmed() ? withFaultyUpdates(world, call, plain) : plain
      const bot = world.store.bots.byToken(call.token)?.id ?? null
      const { method } = call
      const params = recordedParams(call)
      const notes = bot !== null && notesOn(bot, call, { status, body, why })
      const entry = { at, bot, method, params, status, body, ...notes, why, rule, duration_ms: elapsed() }
      world.log.append([{ type: 'call', call: entry }])
      return { status, body, ...(lost && { lost }) }
    } finally {
      underWay--
    }
  }

  /** Executes a call. If a reset removes the bot meanwhile, waits until it is created again, and starts again. */
  async function execute(call: BotCall): Promise<ExplainedAnswer> {
    const operation = findOperation(call.method)
    for (;;) {
      try {
        const result = await (operation?.waits ? waitFor(call, operation.waits) : runInTransaction(call, operation))
        const json = operation?.toJson ? operation.toJson(result) : JSON.stringify(result)
        return { status: 200, body: `{"ok":true,"result":${json}}` }
      } catch (error) {
        const refusal = toRefusal(error)
        const arrival = refusal.status === 401 && awaitReturn(call.token)
        if (!arrival) return { ...refusalAnswer(refusal), why: refusal.why, rule: refusal.rule }
        await arrival
      }
    }
  }

  async function runInTransaction(call: BotCall, operation: Operation | undefined): Promise<unknown> {
    if (!operation && isLenient(world, call.method)) return lenientResult(call)
    const prepared =
      operation?.prepare && (await operation.prepare(world, checkCall(world, call).params, !!call.transferring))
    return (await world.transactShared((tx) => run(tx, call, prepared))).result
  }

  /** Returns what the developer should know about a call beyond its answer. */
  function notesOn(bot: number, { method, input }: BotCall, { status, body, why }: ExplainedAnswer): Notes | undefined {
    const operation = findOperation(method)
    if (!operation) return status === 200 ? { lenient: true } : undefined
    if (input instanceof Refusal) return undefined
    const { reply_parameters: _, ...others } = input
    const isReadLeniently = withReplyTarget(world, operation, input) !== input
    const ignored = status === 200 ? ignoredParams.newIn(bot, operation, isReadLeniently ? others : input) : []
    // An answer that a fault has changed or lost says nothing about the bot.
    const isPoll = operation.name === 'getUpdates' && status === 200 && why === undefined
    const again = isPoll ? unconfirmed.addAnswer(bot, body) : unconfirmed.addOtherCall(bot, input)
    return {
      ...(ignored.length && { ignored }),
      ...(isReadLeniently && { read_leniently: ['reply_parameters'] }),
      ...(again && { unconfirmed: again }),
    }
  }

  function lenientResult({ token, method }: BotCall): unknown {
    requireBot(world, token)
    return lenientAnswer(world, method)
  }

  /** While the result is empty and the timeout has not passed, waits for new updates and computes the result again. */
  async function waitFor(call: BotCall, { seconds, isEmpty, repeat }: Waits): Promise<unknown> {
    let poll = undefined as Poll | undefined
    try {
      const { bot, params, ...first } = await world.transactShared((tx) => {
        const first = run(tx, call)
        polls.takeOver(first.bot.id)
        // The wait starts inside the transaction, so that no update can arrive between the empty result and the wait.
        if (isEmpty(first.result) && seconds(first.params) > 0) {
          poll = polls.enter(first.bot.id, seconds(first.params), call.signal?.())
          tx.emit({ type: 'poll', bot: first.bot.id })
        }
        return first
      })
      let { result } = first
      while (poll && isEmpty(result)) {
        const awakening = await poll.wait()
        if (awakening === 'takeover') refuse('pollTakenOver', 'takeover', { bot: bot.first_name })
        if (awakening !== 'news') break
        result = world.transact((tx) => repeat(tx, requireBot(tx, call.token), params))
      }
      return result
    } finally {
      poll?.leave()
    }
  }

  /** Checks the token before the body is read. Returns an `Uploads` if the operation accepts a file. */
  async function checkBeforeBody(token: string, method: string): Promise<Uploads | Refusal | undefined> {
    const arrival = awaitReturn(token)
    if (arrival) await arrival
    try {
      const bot = requireBot(world, token)
      return findOperation(ownSpelling(world, method))?.fileField ? createUploads(world, bot) : undefined
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  /** Resolves when a bot that a reset has removed is created again, or after a few seconds. */
  function awaitReturn(token: string): Promise<void> | undefined {
    return world.store.bots.byToken(token) ? undefined : world.awaitedTokens.wait(token)
  }

  return {
    answer,
    checkBeforeBody,
    underWay: () => underWay,
    /** Makes later calls wait for the promise. `undefined` lets them begin at once. */
    hold(until: Promise<void> | undefined) {
      heldUntil = until
    },
    onNewWorld() {
      ignoredParams.forget()
      unconfirmed.forget()
    },
  }
}

/** Marks the users in the result as seen by the bot. */
function run(tx: Tx, call: BotCall, prepared?: unknown) {
  const { bot, operation, params } = checkCall(tx, call)
  const result = operation.run(tx, bot, params, prepared)
  markSeen(tx, bot, result)
  return { bot, params, result }
}

/** Checks the token, then the operation, then the parameters, in the same order as the service. */
function checkCall(read: Read, { token, method, input: sent }: BotCall) {
  const bot = requireBot(read, token)
  const operation = findOperation(method)
  if (!operation) return refuseUnknown(method)
  if (sent instanceof Refusal) throw sent
  const input = withReplyTarget(read, operation, sent)
  operation.checkBeforeParsing?.(input)
  const { inChannels } = operation
  const parsed = operation.params.safeParse(
    inChannels && isOwnChannel(read, bot, input.chat_id) ? inChannels(input) : input,
  )
  if (parsed.success) return { bot, operation, params: parsed.data as unknown }
  const { at, message } = firstIssue(parsed.error)
  if (message === FIELD_TEXTS.manyUpdateTypes) {
    return refuse('manyUpdateTypes', operation.name === 'setWebhook' ? 'setWebhook' : 'getUpdates')
  }
  return refuse('badParameter', 'invalid', { field: at, reason: message })
}

function requireBot(read: Read, token: string): BotRow {
  if (!token) return refuse('unauthorized', 'missing')
  const bot = read.store.bots.byToken(token)
  if (!bot) return refuse('unauthorized', 'token')
  if (bot.suspended) refuse('suspended', 'suspended', { bot: bot.first_name })
  return bot
}

function createUploads(world: World, bot: BotRow): Uploads {
  let freeSlot: (() => void) | undefined
  let folder: string | undefined
  return {
    folder() {
      freeSlot ??= world.transfers.takeSlot(bot)
      folder ??= world.bytes.newUploadFolder()
      return folder
    },
    hasFile: () => freeSlot !== undefined,
    async release() {
      try {
        if (folder !== undefined) await world.bytes.empty(folder)
      } finally {
        freeSlot?.()
      }
    },
  }
}

/** The bytes of uploaded files are deleted after the call, so only their names and sizes are recorded. */
function recordedParams({ input, transferring }: BotCall): Input {
  if (input instanceof Refusal) return {}
  if (!transferring) return input
  const entries = Object.entries(input)
  return Object.fromEntries(entries.map(([name, value]) => [name, value instanceof Upload ? value.toJSON() : value]))
}
