// The definition of an operation: its parameters, the shape of its result, and its work in one transaction.

import type { z } from 'zod'
import type { Declared, ResultName, ResultOf } from '../../contract/declared.ts'
import { isOwnChannel } from '../../messenger/chats/find-chat.ts'
import type { Read, Tx } from '../../messenger/world.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export type Input = Readonly<Record<string, unknown>>

interface Definition<Schema extends z.ZodType, Result extends ResultName, Prepared, Value>
  extends Declared<Schema, Result> {
  /** Documented parameters without effect. */
  ignores?: readonly string[]
  /** The parameter that may be a file of a multipart request. */
  fileField?: string
  /** Returns the input without the parameters that this call ignores, even invalid ones. */
  withoutIgnored?(read: Read, bot: BotRow, input: Input): Input
  /** Refuses what the service refuses before it parses the parameters. */
  before?(input: Input): void
  /** Looks up what takes time, before the transaction. It refuses nothing: `run` does, in the service's order. */
  prepare?(read: Read, params: z.output<Schema>, transferring: boolean): Promise<Prepared>
  /** Without `prepare`, `prepared` is the position at which an unfinished search continues. */
  run(tx: Tx, bot: BotRow, params: z.output<Schema>, prepared: Prepared): Value
  /** For an operation that waits for updates while it has no result. */
  waits?: {
    isEmpty(result: Value): boolean
    seconds(params: z.output<Schema>): number
    /** Looks again, after `run` has made the changes of the call. */
    again(tx: Tx, bot: BotRow, params: z.output<Schema>): Value
  }
  /** Serializes a result that already consists of JSON. */
  toJson?(result: Value): string
}

/** An operation as the bot API runs it. */
export interface Operation extends Definition<z.ZodType, ResultName, unknown, unknown> {
  readonly name: string
}

export const operation = <Schema extends z.ZodType, const Result extends ResultName, Prepared = undefined>(
  definition: Definition<Schema, Result, Prepared, ResultOf<Result>>,
): Declared<Schema, Result> => definition

/** Declares an operation whose result is JSON before it is answered. */
export const operationInJson = <Schema extends z.ZodType, const Result extends ResultName, Value>(
  definition: Definition<Schema, Result, undefined, Value> & { toJson(result: Value): string },
): Declared<Schema, Result> => definition

/** Returns a `withoutIgnored` that drops a parameter from calls about the bot's own channel. */
export const ignoredInChannels =
  (name: string): Operation['withoutIgnored'] & {} =>
  (read, bot, input) => {
    if (!(name in input) || !isOwnChannel(read, bot, input.chat_id)) return input
    const { [name]: _, ...rest } = input
    return rest
  }
