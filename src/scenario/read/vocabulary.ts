// The words that a step may begin with: the actions of the catalogue, and what may be expected.

import * as z from 'zod'
import type { ActionDescription } from '../../contract/service.ts'
import { duration } from '../../lib/duration.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

export interface Word {
  name: string
  summary: string
  params: z.ZodType
  /** The same for editors. */
  schema: JsonSchema
  isAction: boolean
}

export type Vocabulary = ReadonlyMap<string, Word> & {
  /** What a bot can call. */
  readonly operations: readonly string[]
}

const variable = z.string().regex(/^[A-Za-z_][\w-]*$/, 'Invalid input: expected a name of letters, digits, _ and -')
const ref = z.union([z.int(), z.string().min(1)])
const object = z.record(z.string(), z.unknown())
const span = duration

const expectCall = z.strictObject({
  call: z.string().describe('the operation, such as sendMessage'),
  with: object.optional().describe('its parameters, as far as they matter; /…/ is a regular expression'),
  within: span.optional().describe('how long to wait; 5s unless told'),
  as: variable.optional().describe('the variable that takes its result'),
  bot: ref.optional().describe('the bot that calls, where there are several'),
  ok: z.boolean().optional().describe('false: the service is to refuse it'),
  error: z.string().optional().describe('the description of the refusal'),
  result: z.unknown().optional().describe('what the service answers, as far as it matters'),
})

const expectNothing = z.strictObject({
  for: span.optional().describe('how long to watch; 200ms unless told'),
  call: z.string().optional().describe('only this operation'),
})

const expectState = z.strictObject({
  view: z.string().regex(/^\//, 'Invalid input: expected a path such as /users/alice/chats').describe('a view'),
  with: z.unknown().describe('what it shows, as far as it matters'),
  within: span.optional().describe('how long to wait; 1s unless told'),
  as: variable.optional().describe('the variable that takes what it shows'),
})

const wait = z.union([span, z.strictObject({ for: span })])

const EXPECTATIONS = [
  ['expect', 'A call of the bot that no expectation has taken yet.', expectCall],
  ['expectNothing', 'No further call of the bot that people would notice.', expectNothing],
  ['expectState', 'A view of the world, as far as it matters.', expectState],
  ['wait', 'Lets real time pass.', wait],
  ['include', 'The steps of another file.', z.string()],
] as const

export function vocabularyOf(actions: readonly ActionDescription[], operations: readonly string[]): Vocabulary {
  const words = [
    ...actions.map((action): Word => {
      const schema = withFilePaths(action.params as JsonSchema)
      const { name, summary } = action
      return { name, summary, params: z.fromJSONSchema(schema as never), schema, isAction: true }
    }),
    ...EXPECTATIONS.map(([name, summary, params]): Word => {
      const schema = z.toJSONSchema(params, { io: 'input' })
      return { name, summary, params, schema, isAction: false }
    }),
  ]
  return Object.assign(new Map(words.map((word) => [word.name, word])), { operations })
}

/** A file may be named by its path from where the scenario stands. */
function withFilePaths(params: JsonSchema): JsonSchema {
  const { file } = (params.properties ?? {}) as Record<string, JsonSchema>
  if (!file) return params
  const path = { type: 'string', description: 'a path, from where this file lies' } as const
  return { ...params, properties: { ...params.properties, file: { anyOf: [path, file] } } } as JsonSchema
}

/** What a step may have beside its word. */
export const BESIDE = {
  as: variable.optional().describe('the variable that takes what the action answers'),
  refused: z
    .union([z.literal(true), z.string()])
    .optional()
    .describe('the action is to be refused, with this code'),
}
