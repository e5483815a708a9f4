// The state of a scenario during its run, and the error of a failed step.

import type { Client, ViewResultOf } from '../../../control/client/client.ts'
import type { EventFollower } from '../../../control/client/follow.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import type { Difference } from '../../../lib/compare/difference.ts'
import type { BotClock } from '../../bot-clock/environment.ts'
import type { CreatedEntries } from '../../worlds/create-world.ts'
import type { Failure } from './result.ts'

/** A place in the event log. */
type Cursor = ViewResultOf<'/cursor'>

export interface Play {
  client: Client
  /** The handle of the bot under test. */
  bot: string
  botId: number
  /** Values by name: the entries of the world, the row of the table, and stored results of steps. */
  variables: Record<string, unknown>
  beforeScenario: Cursor
  beforeLastAction: Cursor
  /** The calls that expectations have matched. No other expectation matches them again. */
  matchedCalls: Set<number>
  /** The calls that wrote the messages that expectReply matched. An `expect` step may still match them. */
  replyCalls: Set<number>
  /** The events of the messages that expectReply matched, by person. An edited message can match again by its edit. */
  matchedEvents: Map<string, number[]>
  lastAction?: string
  /** The environment variables of commands in `run` steps. */
  env: Readonly<Record<string, string>>
  restartBot(how: { kills: boolean }): Promise<void>
  settles: boolean
  /** Returns the lines that the bot has written in this scenario. */
  output(): string[]
  defaultWaitSeconds: number
  /** Set only with --update. It is called if no call or message matches. The nearest one then counts as a match. */
  onMismatch?: (mismatch: Mismatch) => void
  eventStream: EventFollower
  /** How the bot follows the emulator's clock. Undefined if the bot runs on real time. */
  botClock?: BotClock | undefined
}

export class FailedStep extends Error {
  constructor(
    message: string,
    readonly details: string[] = [],
    readonly more: Pick<Failure, 'nearest' | 'nearest_event' | 'budget' | 'cause'> = {},
  ) {
    super(message)
    this.name = 'FailedStep'
  }
}

/** Begins after what has happened so far. */
export async function beginPlay(
  { client, eventStream }: Pick<Play, 'client' | 'eventStream'>,
  bot: string,
  created: CreatedEntries,
  more: Partial<Play> & Pick<Play, 'defaultWaitSeconds'>,
): Promise<Play> {
  const cursor = await client.view('/cursor')
  return {
    client,
    eventStream,
    bot,
    botId: (created[bot] as { id: number }).id,
    variables: { ...created },
    beforeScenario: cursor,
    beforeLastAction: cursor,
    matchedCalls: new Set(),
    replyCalls: new Set(),
    matchedEvents: new Map(),
    env: {},
    restartBot: async () => {},
    settles: false,
    output: () => [],
    ...more,
  }
}

/** Notes where the event log is before an action, so that a failure is explained by what came after it. */
export async function noteAction(play: Play, action?: string) {
  play.beforeLastAction = await play.client.view('/cursor')
  if (action !== undefined) play.lastAction = action
}

export const callsSince = ({ client, bot }: Play, after: number): Promise<CallView[]> =>
  client.view('/calls', { bot, after })

export const isExpected = ({ matchedCalls, replyCalls }: Play, { id }: CallView) =>
  matchedCalls.has(id) || replyCalls.has(id)

/** The first difference between an expectation and the nearest call or message, which is `whole`. */
export interface Mismatch extends Difference {
  whole: unknown
  /** The index of the expectation in an expectInOrder step. */
  index?: number | undefined
}

/** A difference that --update corrects: it has the new value for the scenario file. */
export interface Correctable extends Difference {
  newValue: unknown
}
