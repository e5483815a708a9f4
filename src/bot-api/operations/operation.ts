// What every operation is: a name, its parameters, the shape of its result, and what it does in one transaction.

import type { z } from 'zod'
import type { DeclaredOperation, ResultName, ResultOf } from '../../contract/declared.ts'
import type { Read, Tx } from '../../messenger/world.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export type Input = Readonly<Record<string, unknown>>

export interface Operation<
  Name extends string = string,
  Schema extends z.ZodType = z.ZodType,
  Result extends ResultName = ResultName,
  Prepared = unknown,
  Value = unknown,
> extends DeclaredOperation<Name, Schema, Result> {
  /** Parameters that are documented, and without effect. */
  ignores?: readonly string[]
  /** The parameter that may be a file of a multipart request. */
  fileField?: string
  /** The input without what this call ignores, whatever that may be. */
  withoutIgnored?(read: Read, bot: BotRow, input: Input): Input
  /** Refuses what is refused before the parameters are looked at. */
  before?(input: Input): void
  /** Looks at what takes time, before the transaction. It finds out and refuses nothing: that is for `run`, in order. */
  prepare?(read: Read, params: z.output<Schema>, transferring: boolean): Promise<Prepared>
  /** Without `prepare`, `prepared` is where a search goes on that has not come to its end. */
  run(tx: Tx, bot: BotRow, params: z.output<Schema>, prepared: Prepared): Value
  /** For an answer that may wait for an update, when there is nothing to answer yet. */
  waits?: {
    isEmpty(result: Value): boolean
    seconds(params: z.output<Schema>): number
    /** Looks whether there is something by now; what the call changes, `run` has changed. */
    again(tx: Tx, bot: BotRow, params: z.output<Schema>): Value
  }
  /** Writes a result that consists of JSON already. */
  toJson?(result: Value): string
}

export const operation = <
  const Name extends string,
  Schema extends z.ZodType,
  const Result extends ResultName,
  Prepared = undefined,
>(
  definition: Operation<Name, Schema, Result, Prepared, ResultOf<Result>>,
): DeclaredOperation<Name, Schema, Result> => definition

/** An operation whose result is JSON before it is answered. */
export const operationInJson = <
  const Name extends string,
  Schema extends z.ZodType,
  const Result extends ResultName,
  Value,
>(
  definition: Operation<Name, Schema, Result, undefined, Value> & { toJson(result: Value): string },
): DeclaredOperation<Name, Schema, Result> => definition
