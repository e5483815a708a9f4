// What one playing of a scenario knows and remembers, and how one of its steps fails.

import type { Client } from '../../client/client.ts'
import type { EventFollower } from '../../client/follow.ts'
import type { CallView } from '../../contract/traffic.ts'
import type { LaidOut } from '../lay-out.ts'
import type { Failure } from './result.ts'

export interface Play {
  client: Client
  /** The bot that is played with. */
  bot: string
  botId: number
  /** By name: the entries of the world, the row of the table, and the results that steps have taken. */
  variables: Record<string, unknown>
  /** The id of the last call before this scenario. */
  since: number
  /** The id of the last call before the last action. */
  turn: number
  /** The id of the last call before the first that no expectation has taken, apart from getUpdates. */
  settled: number
  /** The ids of calls that an expectation has taken: no other takes them again. */
  taken: Set<number>
  /** The ids of calls that have written an expected reply: an expectation may take them, but need not. */
  shown: Set<number>
  /** Messages, as they were when an expectation took them. */
  seen: Set<string>
  /** The last action. */
  lastAction?: string
  /** The environment of commands. */
  env: Readonly<Record<string, string>>
  restartBot(): Promise<void>
  /** How long an expectation waits unless it says so, in seconds. */
  patience: number
  /** Notes the nearest call if none agrees; the play goes on with it. */
  update?: (nearest: Mismatch) => void
  /** The events of the emulator: a step that waits looks after each. */
  followed: EventFollower
  /** Whether the bot has no pending update and asks for more. */
  isIdle(): Promise<boolean>
}

/** A step that did not go as written, with the lines that explain it. */
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

/** The state of every playing at its beginning. */
export function beginPlay(client: Client, bot: string, created: LaidOut, since: number) {
  const { id: botId } = created[bot] as { id: number }
  const nothing = { taken: new Set<number>(), shown: new Set<number>(), seen: new Set<string>() }
  return { client, bot, botId, since, turn: since, settled: since, ...nothing }
}

export const newestCall = async ({ client }: Play): Promise<number> => (await client.view('/cursor')).call

export const callsSince = ({ client, bot }: Play, after: number): Promise<CallView[]> =>
  client.view('/calls', { bot, after })

/** Whether the name is that of a bot other than the one that is played with. */
export async function isOtherBot({ client, bot }: Play, name: unknown): Promise<boolean> {
  if (name === undefined || name === bot) return false
  const bots = await client.view('/bots')
  return bots.some(
    ({ handle, id, username }) => handle !== bot && [handle, String(id), `@${username}`].includes(String(name)),
  )
}

/** Whether a step has spoken of the call. */
export const isExpected = ({ taken, shown }: Play, { id }: CallView) => taken.has(id) || shown.has(id)

/** Moves `settled` to the last call before the first that no expectation has taken. */
export async function lastSettled(play: Play): Promise<number> {
  for (const { id, method } of await callsSince(play, play.settled)) {
    if (method !== 'getUpdates' && !play.taken.has(id)) break
    play.settled = id
  }
  return play.settled
}

/** Where the nearest call was otherwise than expected. */
export interface Mismatch {
  path: string
  expected: unknown
  actual: unknown
}

/** The same, with how it would be written into the file. */
export interface Correctable extends Mismatch {
  written: unknown
}
