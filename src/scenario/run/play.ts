// The state of one playing of a scenario, and the error of a failed step.

import type { BotClock } from '../../bot-clock/environment.ts'
import type { Client } from '../../client/client.ts'
import type { EventFollower } from '../../client/follow.ts'
import type { CallView } from '../../contract/traffic.ts'
import type { CreatedEntries } from '../create-world.ts'
import type { Failure } from './result.ts'

export interface Play {
  client: Client
  /** The handle of the bot under test. */
  bot: string
  botId: number
  /** Values by name: the entries of the world, the row of the table, and stored results of steps. */
  variables: Record<string, unknown>
  /** The id of the last call before this scenario. */
  callBeforeScenario: number
  /** The id of the last call before the last action. */
  callBeforeLastAction: number
  /** The id of the call before the first one that no expectation has matched, ignoring getUpdates. */
  matchedUpTo: number
  /** The ids of calls that an expectation has matched. Each call matches only one expectation. */
  matchedCalls: Set<number>
  /** The ids of calls that wrote an expected reply. An expectation may still match them. */
  replyCalls: Set<number>
  /** The states of messages that expectReply has matched; an edited message counts as a new one. */
  matchedMessages: Set<string>
  /** The name of the last action. */
  lastAction?: string
  /** The environment variables of commands. */
  env: Readonly<Record<string, string>>
  restartBot(): Promise<void>
  /** True if each action waits until the bot is idle. */
  settles: boolean
  /** Returns the lines that the bot has written in this scenario. */
  output(): string[]
  /** The default time that an expectation waits, in seconds. */
  patience: number
  /** Called if nothing matches, for --update; the scenario continues with the nearest call or message. */
  onMismatch?: (mismatch: Mismatch) => void
  /** The emulator's events. A waiting step checks its condition after each of them. */
  eventStream: EventFollower
  /** How the bot follows the emulator's clock, if it was asked to. */
  botClock?: BotClock | undefined
  /** Returns true if the queue of the bot is empty and the bot is ready for more. */
  isIdle(): Promise<boolean>
}

/** A failed step, with lines that explain the failure. */
export class FailedStep extends Error {
  constructor(
    message: string,
    readonly details: string[] = [],
    readonly nearest?: Failure['nearest'],
  ) {
    super(message)
    this.name = 'FailedStep'
  }
}

export function beginPlay(client: Client, bot: string, created: CreatedEntries, callBeforeScenario: number) {
  const { id: botId } = created[bot] as { id: number }
  const emptySets = {
    matchedCalls: new Set<number>(),
    replyCalls: new Set<number>(),
    matchedMessages: new Set<string>(),
  }
  return {
    client,
    bot,
    botId,
    callBeforeScenario,
    callBeforeLastAction: callBeforeScenario,
    matchedUpTo: callBeforeScenario,
    ...emptySets,
  }
}

export const newestCall = async ({ client }: Play): Promise<number> => (await client.view('/cursor')).call

export const callsSince = ({ client, bot }: Play, after: number): Promise<CallView[]> =>
  client.view('/calls', { bot, after })

export async function isOtherBot({ client, bot }: Play, name: unknown): Promise<boolean> {
  if (name === undefined || name === bot) return false
  const bots = await client.view('/bots')
  return bots.some(
    ({ handle, id, username }) => handle !== bot && [handle, String(id), `@${username}`].includes(String(name)),
  )
}

/** Returns true if an expectation has matched the call or the message it wrote. */
export const isExpected = ({ matchedCalls, replyCalls }: Play, { id }: CallView) =>
  matchedCalls.has(id) || replyCalls.has(id)

/** Advances `matchedUpTo` past all matched calls and getUpdates, and returns it. */
export async function skipMatchedCalls(play: Play): Promise<number> {
  for (const { id, method } of await callsSince(play, play.matchedUpTo)) {
    if (method !== 'getUpdates' && !play.matchedCalls.has(id)) break
    play.matchedUpTo = id
  }
  return play.matchedUpTo
}

/** The first difference between an expectation and the nearest call or message. */
export interface Mismatch {
  path: string
  expected: unknown
  actual: unknown
}

/** A mismatch, with the actual value in the form for the scenario file. */
export interface Correctable extends Mismatch {
  newValue: unknown
}
