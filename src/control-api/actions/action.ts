// The definition of an action: parameters, result, and function that performs it in a transaction.

import type { z } from 'zod'
import type { Declaration, ResultName, ResultOf } from '../../contract/declarations.ts'
import type { Tx, World } from '../../messenger/world.ts'

/** `dispose` cleans up after the transaction, even if the transaction failed. */
export interface Prepared {
  dispose(): Promise<void>
}

interface Definition<Schema extends z.ZodType, Result extends ResultName, Found extends Prepared | undefined>
  extends Declaration<Schema, Result> {
  /** Does slow work before the transaction. Returns undefined if the action needs none. */
  prepare?(world: World, params: z.output<Schema>): Promise<Found> | undefined
  /** An action that returns nothing has the result `Done`, which is sent as true. */
  run(tx: Tx, params: z.output<Schema>, prepared: Found): Result extends 'Done' ? void : ResultOf<Result>
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
