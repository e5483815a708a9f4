// The typed declarations of views, and the results that operations, actions and views may have.

import type { NameIn, ValueOf } from '../../service/rules/declarations.ts'
import type * as shapes from './shapes.ts'

type Shapes = typeof shapes

export type ResultName = NameIn<Shapes>

export type ResultOf<Result extends ResultName> = ValueOf<Shapes, Result>

export interface QueryTypes {
  ref: string | number
  text: string
  number: number
  boolean: boolean
}

export type Query = Readonly<Record<string, keyof QueryTypes>>

export interface ViewDeclaration<
  Path extends string = string,
  QueryKinds extends Query = Query,
  Result extends ResultName = ResultName,
> {
  /** The path of the view, with a placeholder such as :user for each person, bot or chat. */
  readonly path: Path
  readonly summary: string
  readonly query?: QueryKinds
  readonly result: Result
}

/** The parameters of a view: the placeholders in its path, and its query parameters. */
export type ParamsOf<View> =
  View extends ViewDeclaration<infer Path, infer QueryKinds, ResultName>
    ? { [Ref in RefsIn<Path>]: QueryTypes['ref'] } & { [Param in keyof QueryKinds]?: QueryTypes[QueryKinds[Param]] }
    : never

export type RefsIn<Path extends string> = Path extends `${string}:${infer Ref}/${infer Rest}`
  ? Ref | RefsIn<Rest>
  : Path extends `${string}:${infer Ref}`
    ? Ref
    : never
