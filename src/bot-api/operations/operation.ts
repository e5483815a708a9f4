// What every operation is: a name, its parameters, and what it does in one transaction.

import type { z } from 'zod'
import type { Read, Tx } from '../../messenger/world.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export type Input = Readonly<Record<string, unknown>>

export interface Operation<Schema extends z.ZodType = z.ZodType, Prepared = unknown, Result = unknown> {
  name: string
  /** An older name that works as well. */
  alias?: string
  summary: string
  params: Schema
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
  run(tx: Tx, bot: BotRow, params: z.output<Schema>, prepared: Prepared): Result
  /** For an answer that may wait for an update, when there is nothing to answer yet. */
  waits?: {
    isEmpty(result: Result): boolean
    seconds(params: z.output<Schema>): number
    /** Looks whether there is something by now; what the call changes, `run` has changed. */
    again(tx: Tx, bot: BotRow, params: z.output<Schema>): Result
  }
  /** Writes a result that consists of JSON already. */
  toJson?(result: Result): string
}

export const operation = <Schema extends z.ZodType, Prepared, Result>(
  definition: Operation<Schema, Prepared, Result>,
) => definition as unknown as Operation
