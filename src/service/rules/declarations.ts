// The typed declarations of operations and actions: parameters, and the shape of the result.

import type * as z from 'zod'
import type * as shapes from './shapes.ts'

/** The name of a shape, such as `Message`, or of a list of that shape, such as `Message[]`. */
export type NameIn<Shapes> = (keyof Shapes & string) | `${keyof Shapes & string}[]`

export type ValueOf<Shapes, Name extends string> = Name extends `${infer One extends keyof Shapes & string}[]`
  ? z.infer<Shapes[One]>[]
  : Name extends keyof Shapes
    ? z.infer<Shapes[Name]>
    : never

/** The results that operations may have. */
export type OperationResultName = NameIn<typeof shapes>

export type OperationResult<Name extends OperationResultName> = ValueOf<typeof shapes, Name>

/** An operation or an action without its implementation. */
export interface Declaration<Params extends z.ZodType = z.ZodType, Result extends string = string> {
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
