// What every operation is: a name, its parameters, and what it does in one transaction.

import type { z } from 'zod'
import type { World } from '../../messenger/world.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export type Input = Readonly<Record<string, unknown>>

export interface Operation<Schema extends z.ZodType = z.ZodType, Prepared = unknown> {
  name: string
  /** An older name that works as well. */
  alias?: string
  summary: string
  params: Schema
  /** The parameter that may be a file of a multipart request. */
  fileField?: string
  /** Refuses what is refused before the parameters are looked at. */
  before?(input: Input): void
  /** Looks at what takes time, before the transaction. It finds out and refuses nothing: that is for `run`, in order. */
  prepare?(world: World, params: z.output<Schema>, transferring: boolean): Promise<Prepared>
  run(world: World, bot: BotRow, params: z.output<Schema>, prepared: Prepared): unknown
  /** For an answer that may wait for an update, when there is nothing to answer yet. */
  waits?: {
    seconds(params: z.output<Schema>, result: unknown): number
    /** Looks whether there is something by now; what the call changes, `run` has changed. */
    again(world: World, bot: BotRow, params: z.output<Schema>): unknown
  }
}

export const operation = <Schema extends z.ZodType, Prepared>(definition: Operation<Schema, Prepared>) =>
  definition as unknown as Operation
