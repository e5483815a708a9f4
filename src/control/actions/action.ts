// The definition of an action: parameters, result, and function that performs it in a transaction.

import type { z } from 'zod'
import type { Tx, World } from '../../service/messenger/world.ts'
import type { Declaration } from '../../service/rules/declarations.ts'
import type { UpdateType } from '../../service/rules/update-types.ts'
import type { TimePlayer } from '../clock/play-time.ts'
import type { ResultName, ResultOf } from '../contract/declarations.ts'
import type { ActionVariant } from '../contract/service.ts'
import type { Programs } from '../diagnosis/programs.ts'

/** What an action can do beside changing the world. */
export interface Means {
  /** Moves the clock, together with the bots' programs that follow it. */
  timePlayer: TimePlayer
  programs: Programs
}

/** `dispose` cleans up after the transaction, even if the transaction failed. */
export interface Prepared {
  dispose(): Promise<void>
}

interface Definition<Schema extends z.ZodType, Result extends ResultName, Found extends Prepared | undefined>
  extends Declaration<Schema, Result> {
  /** Parameters with which help and documentation show the action. */
  example: z.input<Schema>
  /** What it does, one at a time. A parameter that no variant mentions belongs to all. */
  variants?: readonly ActionVariant[]
  /** The types of the updates that it may cause. */
  updates?: readonly UpdateType[]
  /** After it, people, bots and chats of the world before may no longer exist. */
  replacesWorld?: true
  /** Whether a recording repeats it. False for what is not part of a conversation. */
  recorded?: false
  /** Whether undo takes it back. False for what handles snapshots, programs or updates, or only marks as read. */
  undoable?: false
  /** Does slow work before the transaction. Returns undefined if the action needs none. */
  prepare?(world: World, params: z.output<Schema>, means: Means): Promise<Found> | undefined
  /** An action that returns nothing has the result `Done`, which is sent as true. */
  run(tx: Tx, params: z.output<Schema>, prepared: Found, means: Means): Result extends 'Done' ? void : ResultOf<Result>
}

export interface Action extends Definition<z.ZodType, ResultName, Prepared | undefined> {
  readonly name: string
}

export const action = <
  Schema extends z.ZodType,
  const Result extends ResultName,
  Found extends Prepared | undefined = undefined,
>(
  definition: Definition<Schema, Result, Found>,
): Declaration<Schema, Result> => definition
