// What one playing of a scenario knows and remembers, and how one of its steps fails.

import type { Client } from '../../client/client.ts'
import type { Followed } from '../../client/follow.ts'
import type { CallView } from '../../contract/traffic.ts'
import type { LaidOut } from '../lay-out.ts'
import type { Failure } from './result.ts'

export interface Play {
  client: Client
  /** The bot that is played with. */
  bot: string
  botId: number
  /** By name: what was laid out, the row of the table, and what steps have taken. */
  variables: Record<string, unknown>
  /** The journal's number before the first call of this scenario. */
  since: number
  /** The same before the last thing that anybody did. */
  turn: number
  /** The same before the first call that nobody has taken; that the bot asks for updates goes without saying. */
  settled: number
  /** Calls that an expectation has taken: no other takes them again. */
  taken: Set<number>
  /** Calls that have written what somebody was expected to see: an expectation may take them, and nothing has to. */
  shown: Set<number>
  /** Messages, as they were when an expectation took them. */
  seen: Set<string>
  /** The last thing that anybody did. */
  lastAction?: string
  /** What stands in the environment of commands. */
  env: Readonly<Record<string, string>>
  restartBot(): Promise<void>
  /** How long an expectation waits unless it says so, in seconds. */
  patience: number
  /** Goes on with the nearest call where none agrees, and notes what it was. */
  update?: (nearest: Mismatch) => void
  /** The events of the emulator: a step that waits looks after each. */
  followed: Followed
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

/** What holds of every playing at its beginning. */
export function beginPlay(client: Client, bot: string, created: LaidOut, since: number) {
  const { id: botId } = created[bot] as { id: number }
  const nothing = { taken: new Set<number>(), shown: new Set<number>(), seen: new Set<string>() }
  return { client, bot, botId, since, turn: since, settled: since, ...nothing }
}

export const newestCall = async ({ client }: Play): Promise<number> => (await client.view('/cursor')).call

export const callsSince = ({ client, bot }: Play, after: number): Promise<CallView[]> =>
  client.view('/calls', { bot, after })

/** Whether it names a bot, and not the one that is played with. */
export async function isOtherBot({ client, bot }: Play, name: unknown): Promise<boolean> {
  if (name === undefined || name === bot) return false
  const bots = await client.view('/bots')
  return bots.some(
    ({ handle, id, username }) => handle !== bot && [handle, String(id), `@${username}`].includes(String(name)),
  )
}

/** Whether a step has spoken of the call. */
export const isExpected = ({ taken, shown }: Play, { id }: CallView) => taken.has(id) || shown.has(id)

/** The call after which there is the first that nobody has taken. */
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
