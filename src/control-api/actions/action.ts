// What every action is: a name, its parameters, the shape of what it answers, and what it does in one transaction.

import type { z } from 'zod'
import type { DeclaredAction, ResultName, ResultOf } from '../../contract/declared.ts'
import type { LongText } from '../../lib/long-text.ts'
import type { Tx, World } from '../../messenger/world.ts'

/** What an action found out before its transaction, and how it tidies up after it. */
export interface Prepared {
  done(): Promise<void>
}

export interface Action<
  Name extends string = string,
  Schema extends z.ZodType = z.ZodType,
  Result extends ResultName = ResultName,
  Found extends Prepared | undefined = Prepared | undefined,
> extends DeclaredAction<Name, Schema, Result> {
  /** Nothing where there is nothing to wait for. */
  prepare?(world: World, params: z.output<Schema>, fileText?: LongText): Promise<Found> | undefined
  run(tx: Tx, params: z.output<Schema>, prepared: Found): ResultOf<Result>
}

export const action = <
  const Name extends string,
  Schema extends z.ZodType,
  const Result extends ResultName,
  Found extends Prepared | undefined = undefined,
>(
  definition: Action<Name, Schema, Result, Found>,
): DeclaredAction<Name, Schema, Result> => definition
