// What every view is: its path, the words of its query, the shape of what it shows, and how that is looked up.

import type { DeclaredView, Query, RefsIn, ResultName, ResultOf } from '../../contract/declared.ts'
import type { Read } from '../../messenger/world.ts'

export interface ViewSources {
  read: Read
  /** Whether a getUpdates of the bot waits. */
  isPolling(bot: number): boolean
}

/** What a word of a query has become when it is read. */
interface Values {
  ref: string
  text: string
  number: number
  boolean: boolean
}

/** The references of the path, and the words of the query that were there. */
type ParamsIn<Path extends string, Words extends Query> = { readonly [Ref in RefsIn<Path>]: string } & {
  readonly [Word in keyof Words]?: Values[Words[Word]]
}

/** A list, row by row. */
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
