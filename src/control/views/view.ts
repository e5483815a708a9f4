// The definition of a view: path, query, shape of the result, lookup.

import type { Query, QueryTypes, RefsIn, ResultName, ResultOf, ViewDeclaration } from '../contract/declarations.ts'
import type { BotDetails } from '../contract/people.ts'
import type { ClockDetails, ClockView } from '../contract/service.ts'
import type { DiagnosisSources } from '../diagnosis/bot-activity.ts'

export interface ViewSources extends DiagnosisSources {
  answerTimesOf(bot: number): BotDetails['answer_times']
  /** Returns the world that the emulator was first started with, or null if it is unknown. */
  firstWorld(): FirstWorld
  /** The processes that follow the clock, and the moment to which it is being advanced. */
  clockUse(): Omit<ClockDetails, keyof ClockView>
}

/** A world in the format of a world file. */
export type FirstWorld = ResultOf<'FirstWorld'>['world']

interface QueryValues extends QueryTypes {
  ref: string
}

type ParamsIn<Path extends string, QueryKinds extends Query> = { readonly [Ref in RefsIn<Path>]: string } & {
  readonly [Param in keyof QueryKinds]?: QueryValues[QueryKinds[Param]]
}

export interface View<
  Path extends string = string,
  QueryKinds extends Query = Query,
  Result extends ResultName = ResultName,
> extends ViewDeclaration<Path, QueryKinds, Result> {
  find(sources: ViewSources, params: ParamsIn<Path, QueryKinds>): ResultOf<Result>
}

export const view = <
  const Path extends string,
  const Result extends ResultName,
  const QueryKinds extends Query = Record<never, never>,
>(
  definition: View<Path, QueryKinds, Result>,
): ViewDeclaration<Path, QueryKinds, Result> => definition
