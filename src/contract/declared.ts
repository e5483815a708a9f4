// What the types know of an operation, an action or a view: its name or path, what it takes, and the shape of what it answers.

import type * as z from 'zod'
import type * as shapes from './shapes.ts'

type Shapes = typeof shapes
type Name = keyof Shapes

/** A shape by its name, or a list of it. */
export type ResultName = Name | `${Name}[]`

export type ResultOf<Result extends ResultName> = Result extends `${infer One extends Name}[]`
  ? z.infer<Shapes[One]>[]
  : Result extends Name
    ? z.infer<Shapes[Result]>
    : never

/** An operation or an action, without its work. */
export interface Declared<Params extends z.ZodType = z.ZodType, Result extends ResultName = ResultName> {
  readonly summary: string
  readonly params: Params
  readonly result: Result
}

/** What a caller writes: what may be undefined may be left out, and there are no names but those that are declared. */
export type Written<Params> = {
  [Name in keyof Params as string extends Name ? never : undefined extends Params[Name] ? never : Name]: Params[Name]
} & {
  [Name in keyof Params as string extends Name ? never : undefined extends Params[Name] ? Name : never]?: Params[Name]
}

/** What a word of a query is, for whoever asks. */
export interface Asked {
  ref: string | number
  text: string
  number: number
  boolean: boolean
}

export type Query = Readonly<Record<string, keyof Asked>>

export interface DeclaredView<
  Path extends string = string,
  Words extends Query = Query,
  Result extends ResultName = ResultName,
> {
  /** With a name after a colon for each reference. */
  readonly path: Path
  readonly query?: Words
  readonly result: Result
}

/** What a view takes: the references of its path, and the words of its query. */
export type ParamsOf<View> =
  View extends DeclaredView<infer Path, infer Words, ResultName>
    ? { [Ref in RefsIn<Path>]: Asked['ref'] } & { [Word in keyof Words]?: Asked[Words[Word]] }
    : never

/** The names in a path. */
export type RefsIn<Path extends string> = Path extends `${string}:${infer Ref}/${infer Rest}`
  ? Ref | RefsIn<Rest>
  : Path extends `${string}:${infer Ref}`
    ? Ref
    : never
