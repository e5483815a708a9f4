// The definition of an operation: parameters, shape of the result, work in one transaction.

import type { z } from 'zod'
import type { Declaration, ResultName, ResultOf } from '../../contract/declarations.ts'
import { isOwnChannel } from '../../messenger/chats/find-chat.ts'
import type { Read, Tx } from '../../messenger/world.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export type Input = Readonly<Record<string, unknown>>

interface Definition<Schema extends z.ZodType, Result extends ResultName, Prepared, Value>
  extends Declaration<Schema, Result> {
  /** The documented parameters that do nothing. */
  ignores?: readonly string[]
  /** The parameter that may be a file of a multipart request. */
  fileField?: string
  /** Returns the input without the parameters that this call ignores, even invalid ones. */
  withoutIgnored?(read: Read, bot: BotRow, input: Input): Input
  /** Makes the checks that the service makes before it parses the parameters. */
  checkBeforeParsing?(input: Input): void
  /** Does slow work before the transaction. It never refuses: only `run` does, in the service's order. */
  prepare?(read: Read, params: z.output<Schema>, transferring: boolean): Promise<Prepared>
  /** Without `prepare`, `prepared` is the position at which an unfinished search continues. */
  run(tx: Tx, bot: BotRow, params: z.output<Schema>, prepared: Prepared): Value
  /** Makes the operation wait for updates while its result is empty. */
  waits?: {
    isEmpty(result: Value): boolean
    seconds(params: z.output<Schema>): number
    /** Returns a new result; `run` has already made the changes of the call. */
    repeat(tx: Tx, bot: BotRow, params: z.output<Schema>): Value
  }
  /** Serializes a result that already consists of JSON. */
  toJson?(result: Value): string
}

/** An operation with its name, as the bot API runs it. */
export interface Operation extends Definition<z.ZodType, ResultName, unknown, unknown> {
  readonly name: string
}

export const operation = <Schema extends z.ZodType, const Result extends ResultName, Prepared = undefined>(
  definition: Definition<Schema, Result, Prepared, ResultOf<Result>>,
): Declaration<Schema, Result> => definition

/** Declares an operation whose result consists of JSON texts from the database. */
export const operationInJson = <Schema extends z.ZodType, const Result extends ResultName, Value>(
  definition: Definition<Schema, Result, undefined, Value> & { toJson(result: Value): string },
): Declaration<Schema, Result> => definition

/** Returns a `withoutIgnored` that drops a parameter from calls about the bot's own channel. */
export const ignoredInChannels =
  (name: string): Operation['withoutIgnored'] & {} =>
  (read, bot, input) => {
    if (!(name in input) || !isOwnChannel(read, bot, input.chat_id)) return input
    const { [name]: _, ...rest } = input
    return rest
  }
