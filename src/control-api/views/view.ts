// The definition of a view: path, query, the shape of its result, and how to find it.

import type { DeclaredView, Query, RefsIn, ResultName, ResultOf } from '../../contract/declared.ts'
import type { Read } from '../../messenger/world.ts'

export interface ViewSources {
  read: Read
  /** Whether a getUpdates call of the bot is waiting. */
  isPolling(bot: number): boolean
}

/** The types of the values of a parsed query. */
interface Values {
  ref: string
  text: string
  number: number
  boolean: boolean
}

/** The references in the path, and the given words of the query. */
type ParamsIn<Path extends string, Words extends Query> = { readonly [Ref in RefsIn<Path>]: string } & {
  readonly [Word in keyof Words]?: Values[Words[Word]]
}

/** A list as an iterable of rows. */
type RowsOf<Result> = Result extends readonly (infer Row)[] ? Iterable<Row> : never

export interface View<Path extends string = string, Words extends Query = Query, Result extends ResultName = ResultName>
  extends DeclaredView<Path, Words, Result> {
  find(sources: ViewSources, params: ParamsIn<Path, Words>): ResultOf<Result> | RowsOf<ResultOf<Result>>
}

export const view = <
  const Path extends string,
  const Result extends ResultName,
  const Words extends Query = Record<never, never>,
>(
  definition: View<Path, Words, Result>,
): DeclaredView<Path, Words, Result> => definition

/** Builds a list while it is read, so that a long one can be sent in slices. */
export function* eachRow<Row, View>(rows: Iterable<Row>, show: (row: Row) => View): Generator<View, void> {
  for (const row of rows) yield show(row)
}
