// What every action is: a name, its parameters, and what it does in one transaction.

import type { z } from 'zod'
import type { Tx, World } from '../../messenger/world.ts'

/** What an action found out before its transaction, and how it tidies up after it. */
export interface Prepared {
  done(): Promise<void>
}

export interface Action<
  Schema extends z.ZodType = z.ZodType,
  Found extends Prepared | undefined = Prepared | undefined,
> {
  name: string
  summary: string
  params: Schema
  prepare?(world: World, params: z.output<Schema>): Promise<Found>
  run(tx: Tx, params: z.output<Schema>, prepared: Found): unknown
}

/** What the types tell of an action that stands in the catalogue. */
export interface Typed<Name extends string, Schema extends z.ZodType, Result> {
  readonly name: Name
  readonly params: Schema
  readonly result?: Result
}

export const action = <
  const Name extends string,
  Schema extends z.ZodType,
  Result,
  Found extends Prepared | undefined = undefined,
>(
  definition: Action<Schema, Found> & { name: Name; run(...args: never[]): Result },
) => definition as unknown as Action & Typed<Name, Schema, Result>
