// The definition of a view: path, query, shape of the result, lookup.

import type { Query, RefsIn, ResultName, ResultOf, ViewDeclaration } from '../../contract/declarations.ts'
import type { BotDetails } from '../../contract/people.ts'
import type { ClockDetails, ClockView } from '../../contract/service.ts'
import type { Read } from '../../messenger/world.ts'

export interface ViewSources {
  read: Read
  /** Returns true if a getUpdates call of the bot is waiting. */
  isPolling(bot: number): boolean
  answerTimesOf(bot: number): BotDetails['answer_times']
  /** The processes that follow the clock, and the play of time that is under way. */
  clockUse(): Omit<ClockDetails, keyof ClockView>
}

interface QueryValues {
  ref: string
  text: string
  number: number
  boolean: boolean
}

type ParamsIn<Path extends string, QueryKinds extends Query> = { readonly [Ref in RefsIn<Path>]: string } & {
  readonly [Param in keyof QueryKinds]?: QueryValues[QueryKinds[Param]]
}

type RowsOf<Result> = Result extends readonly (infer Row)[] ? Iterable<Row> : never

export interface View<
  Path extends string = string,
  QueryKinds extends Query = Query,
  Result extends ResultName = ResultName,
> extends ViewDeclaration<Path, QueryKinds, Result> {
  find(sources: ViewSources, params: ParamsIn<Path, QueryKinds>): ResultOf<Result> | RowsOf<ResultOf<Result>>
}

export const view = <
  const Path extends string,
  const Result extends ResultName,
  const QueryKinds extends Query = Record<never, never>,
>(
  definition: View<Path, QueryKinds, Result>,
): ViewDeclaration<Path, QueryKinds, Result> => definition

/** Builds a list while it is read, so that a long one can be sent in slices. */
export function* eachRow<Row, View>(rows: Iterable<Row>, show: (row: Row) => View): Generator<View, void> {
  for (const row of rows) yield show(row)
}
