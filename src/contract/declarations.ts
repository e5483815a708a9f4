// The typed declarations of operations, actions and views: parameters and results.

import type * as z from 'zod'
import type * as shapes from './shapes.ts'

type Shapes = typeof shapes
type ShapeName = keyof Shapes

/** The name of a shape, such as `BotView`, or of a list of that shape, such as `BotView[]`. */
export type ResultName = ShapeName | `${ShapeName}[]`

export type ResultOf<Result extends ResultName> = Result extends `${infer One extends ShapeName}[]`
  ? z.infer<Shapes[One]>[]
  : Result extends ShapeName
    ? z.infer<Shapes[Result]>
    : never

/** An operation or an action without its implementation. */
export interface Declaration<Params extends z.ZodType = z.ZodType, Result extends ResultName = ResultName> {
  readonly summary: string
  readonly params: Params
  readonly result: Result
}

/** The parameters as callers write them: those that may be undefined are optional, and unknown names are errors. */
export type CallerParams<Params> = {
  [Name in keyof Params as string extends Name ? never : undefined extends Params[Name] ? never : Name]: Params[Name]
} & {
  [Name in keyof Params as string extends Name ? never : undefined extends Params[Name] ? Name : never]?: Params[Name]
}

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
