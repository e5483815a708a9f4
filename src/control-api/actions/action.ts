// The definition of an action: its parameters, the shape of its result, and its work in one transaction.

import type { z } from 'zod'
import type { Declared, ResultName, ResultOf } from '../../contract/declared.ts'
import type { Tx, World } from '../../messenger/world.ts'

/** The findings of an action before its transaction, and how to tidy up after it. */
export interface Prepared {
  done(): Promise<void>
}

interface Definition<Schema extends z.ZodType, Result extends ResultName, Found extends Prepared | undefined>
  extends Declared<Schema, Result> {
  /** Returns undefined if there is nothing to wait for. */
  prepare?(world: World, params: z.output<Schema>): Promise<Found> | undefined
  run(tx: Tx, params: z.output<Schema>, prepared: Found): ResultOf<Result>
}

/** An action as the control API performs it. */
export interface Action extends Definition<z.ZodType, ResultName, Prepared | undefined> {
  readonly name: string
}

export const action = <
  Schema extends z.ZodType,
  const Result extends ResultName,
  Found extends Prepared | undefined = undefined,
>(
  definition: Definition<Schema, Result, Found>,
): Declared<Schema, Result> => definition
