// The definition of an operation: its parameters, its result and its code.

import type { z } from 'zod'
import type { LimitName } from '../../messenger/limits/message-limits.ts'
import type { Read, Tx } from '../../messenger/world.ts'
import type { Declaration, OperationResult, OperationResultName } from '../../rules/declarations.ts'
import type { RefusalName } from '../../rules/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export type Input = Readonly<Record<string, unknown>>

interface Definition<Schema extends z.ZodType, Result extends OperationResultName, Prepared, Value>
  extends Declaration<Schema, Result> {
  /** The refusals of its own checks, beside those that every operation may return. */
  refusals?: readonly RefusalName[]
  /** The limits that its calls count against. */
  limits?: readonly LimitName[]
  /** True for setup and questions, which change nothing that people see in a chat. */
  housekeeping?: true
  /** Parameters that the service documents but the operation ignores. */
  ignores?: readonly string[]
  /** The parameter in which a multipart request may upload a file. */
  fileField?: string
  /** Removes what a call in a channel ignores before the parameters are parsed, so that wrong values pass there. */
  inChannels?(input: Input): Input
  /** The checks that the service makes before it validates the parameters. */
  checkBeforeParsing?(input: Input): void
  /** Slow work before the transaction. It does not refuse the call: `run` makes all checks in the service's order. */
  prepare?(read: Read, params: z.output<Schema>, transferring: boolean): Promise<Prepared>
  /** Runs the operation in the transaction. `prepared` is the result of `prepare`. */
  run(tx: Tx, bot: BotRow, params: z.output<Schema>, prepared: Prepared): Value
  /** The operation waits for updates while its result is empty. */
  waits?: {
    isEmpty(result: Value): boolean
    seconds(params: z.output<Schema>): number
    /**
     * Called instead of `run` when an update arrives during the wait. Leaves out what must happen only once, such as
     * setting the update filter.
     */
    repeat(tx: Tx, bot: BotRow, params: z.output<Schema>): Value
  }
  /** Serializes a result that contains JSON texts from the database. By default, JSON.stringify is used. */
  toJson?(result: Value): string
}

export interface Operation extends Definition<z.ZodType, OperationResultName, unknown, unknown> {
  readonly name: string
}

export const operation = <Schema extends z.ZodType, const Result extends OperationResultName, Prepared = undefined>(
  definition: Definition<Schema, Result, Prepared, OperationResult<Result>>,
): Declaration<Schema, Result> => definition

/** Defines an operation whose result contains JSON texts from the database. `toJson` joins them without parsing. */
export const operationInJson = <Schema extends z.ZodType, const Result extends OperationResultName, Value>(
  definition: Definition<Schema, Result, undefined, Value> & { toJson(result: Value): string },
): Declaration<Schema, Result> => definition
