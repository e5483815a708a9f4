// The words of steps: all actions, the expectations, and other steps such as `wait`.

import * as z from 'zod'
import type { ActionDescription } from '../../../contract/service.ts'
import { span } from '../../../contract/time.ts'
import { FILE_KINDS } from '../../../spec/file-kinds.ts'
import { HTTP_METHODS } from '../../scenario.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

export interface Word {
  name: string
  summary: string
  params: z.ZodType
  /** The parameters as JSON schema, for editors. */
  schema: JsonSchema
  isAction: boolean
}

/** The parts of the service that a scenario file can refer to. */
export interface Nameable {
  actions: readonly ActionDescription[]
  /** Parameter names by operation. */
  operations: ReadonlyMap<string, readonly string[]>
  /** Patterns of view paths, such as `/users/:user/chats`. */
  views: readonly string[]
}

export type Vocabulary = ReadonlyMap<string, Word> & Pick<Nameable, 'operations' | 'views'>

const variable = z.string().regex(/^[A-Za-z_][\w-]*$/, 'Invalid input: expected a name of letters, digits, _ and -')
const ref = z.union([z.int(), z.string().min(1)]).meta({ kind: 'user' })
const object = z.record(z.string(), z.unknown())

const CALL = {
  call: z.string().describe('the operation, such as sendMessage'),
  with: object.optional().describe('its parameters, as far as they matter; /…/ is a regular expression'),
  within: span.optional().describe('how long to wait; 5s unless told'),
  as: variable.optional().describe('the variable that takes its result'),
  bot: ref.optional().describe('the bot that calls, where there are several'),
  ok: z.boolean().optional().describe('false: the service is to refuse it'),
  error: z.string().optional().describe('the description of the refusal'),
  result: z.unknown().optional().describe('what the service answers, as far as it matters'),
}

const expectedCall = z.strictObject(CALL)

const expectCall = z.strictObject({
  ...CALL,
  times: z.int().min(0).optional().describe('so many of them, and no more; `as` takes them as a list'),
})

const expectReply = z.strictObject({
  to: ref.describe('the person who sees it'),
  text: z.string().optional().describe('its text or caption; /…/ is a regular expression'),
  buttons: z.array(z.string()).optional().describe('all its buttons, row after row'),
  file: z.enum(FILE_KINDS).optional().describe('what it carries'),
  in: ref.optional().describe('the group, channel or other bot; the chat with the bot unless told'),
  within: span.optional().describe('how long to wait; 5s unless told'),
  as: variable.optional().describe('the variable that takes the message'),
})

const expectNothing = z.strictObject({
  for: span.optional().describe('how long to watch; 200ms unless told'),
  call: z.string().optional().describe('only this operation'),
})

const expectState = z.strictObject({
  view: z.string().regex(/^\//, 'Invalid input: expected a path such as /users/alice/chats').describe('a view'),
  with: z.unknown().describe('what it shows, as far as it matters; `contains` looks through a list'),
  within: span.optional().describe('how long to wait; 1s unless told'),
  as: variable.optional().describe('the variable that takes what it shows'),
})

const expectBot = z
  .strictObject({
    answers: z.literal(true).optional().describe('a call that people notice succeeds after the last action'),
    quiet: span.optional().describe('the bot makes no call that people notice for this time'),
    withoutOutput: z
      .string()
      .optional()
      .describe('the bot writes no line that contains this; /…/ is a regular expression'),
    within: span.optional().describe('how long to wait; 5s by default'),
  })
  .refine((expected) => ['answers', 'quiet', 'withoutOutput'].filter((key) => key in expected).length === 1, {
    message: 'Invalid input: expected one of answers, quiet, withoutOutput',
  })

const http = z
  .strictObject({
    get: z.string().optional().describe('the address'),
    post: z.string().optional().describe('the address'),
    put: z.string().optional().describe('the address'),
    patch: z.string().optional().describe('the address'),
    delete: z.string().optional().describe('the address'),
    headers: z.record(z.string(), z.string()).optional(),
    json: z.unknown().optional().describe('what is sent, as JSON'),
    body: z.string().optional().describe('what is sent, as it is'),
    expect: z.int().min(100).max(599).optional().describe('the status of the answer; one below 300 unless told'),
    within: span.optional().describe('how long to wait; 5s unless told'),
    as: variable.optional().describe('the variable that takes the answer: status, headers, body'),
  })
  .refine((request) => HTTP_METHODS.filter((method) => request[method] !== undefined).length === 1, {
    message: `Invalid input: expected one of ${HTTP_METHODS.join(', ')} with an address`,
  })

const command = z.string().min(1)

const runCommand = z.union([
  command,
  z.strictObject({
    command,
    within: span.optional().describe('the longest it may take; 5s unless told'),
    as: variable.optional().describe('the variable that takes what it writes'),
  }),
])

const include = z.union([
  z.string(),
  z.strictObject({
    file: z.string().describe('the file, from where this one lies'),
    with: object.optional().describe('values of the variables in its steps'),
  }),
])

const bot = z.strictObject({ restart: z.literal(true).describe('ends it and starts it anew') })

const stub = z.strictObject({
  operation: z.string().min(1).describe('an operation that the service lacks'),
  result: z.unknown().optional().describe('what it answers; true unless told'),
})

const wait = z.union([span, z.strictObject({ for: span })])

const WORDS = [
  ['expect', 'A call of the bot that no expectation has taken yet.', expectCall],
  ['expectReply', 'A message that somebody sees from a bot, as it is now.', expectReply],
  ['expectInOrder', 'Calls of the bot, one after the other.', z.array(expectedCall).min(1)],
  ['expectNothing', 'No further call of the bot that people would notice.', expectNothing],
  ['expectState', 'A view of the world, as far as it matters.', expectState],
  ['expectBot', 'The bot answers, stops calling, or writes no error.', expectBot],
  ['wait', 'Lets real time pass.', wait],
  ['include', 'The steps of another file.', include],
  ['http', 'Sends a request, as others do to what a bot serves.', http],
  ['run', 'Runs a command, which has to end well.', runCommand],
  ['stub', 'Has an operation answered that the service lacks.', stub],
  ['bot', 'Does something to the program that is the bot.', bot],
] as const

export function vocabularyOf({ actions, operations, views }: Nameable): Vocabulary {
  const words = [
    ...actions.map((action): Word => {
      const schema = withFilePaths(action.params as JsonSchema)
      const { name, summary } = action
      return { name, summary, params: z.fromJSONSchema(schema as never), schema, isAction: true }
    }),
    ...WORDS.map(([name, summary, params]): Word => {
      const schema = z.toJSONSchema(params, { io: 'input' })
      return { name, summary, params, schema, isAction: false }
    }),
  ]
  return Object.assign(new Map(words.map((word) => [word.name, word])), { operations, views })
}

/** Allows a path in place of a file's content. Paths are relative to the scenario file. */
function withFilePaths(params: JsonSchema): JsonSchema {
  const { file } = (params.properties ?? {}) as Record<string, JsonSchema>
  if (!file) return params
  const path = { type: 'string', description: 'a path, from where this file lies' } as const
  return { ...params, properties: { ...params.properties, file: { anyOf: [path, file] } } } as JsonSchema
}

/** Keys that an action step may have next to its word. */
export const STEP_OPTIONS = {
  as: variable.optional().describe('the variable that takes what the action answers'),
  refused: z
    .union([z.literal(true), z.string()])
    .optional()
    .describe('the action is to be refused, with this code'),
}
