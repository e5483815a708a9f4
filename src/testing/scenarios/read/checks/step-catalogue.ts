// The kinds of steps: all actions, the expectations, and other steps such as `wait`.

import * as z from 'zod'
import type { ActionDescription } from '../../../../control/contract/service.ts'
import { span } from '../../../../control/contract/time.ts'
import { FILE_KINDS } from '../../../../service/rules/file-kinds.ts'
import { HTTP_METHODS } from '../../scenario.ts'

export interface StepKind {
  name: string
  summary: string
  params: z.ZodType
  /** What the action declares, if the step is an action. */
  action?: ActionDescription
}

/** The parts of the service that a scenario file can refer to. */
export interface Nameable {
  actions: readonly (ActionDescription & { schema: z.ZodType })[]
  /** Parameter names by operation. */
  operations: ReadonlyMap<string, readonly string[]>
  /** Patterns of view paths, such as `/users/:user/chats`. */
  views: readonly string[]
}

export type StepCatalogue = ReadonlyMap<string, StepKind> & Pick<Nameable, 'operations' | 'views'>

const variable = z.string().regex(/^[A-Za-z_][\w-]*$/, 'Invalid input: expected a name of letters, digits, _ and -')
const ref = z.union([z.int(), z.string().min(1)]).meta({ kind: 'user' })
const object = z.record(z.string(), z.unknown())

const CALL = {
  call: z.string().describe('the operation, such as sendMessage'),
  with: object.optional().describe('the expected parameters of the call; /…/ is a regular expression'),
  within: span.optional().describe('the maximum time to wait for the call; 5s by default'),
  as: variable.optional().describe('the variable that stores the result of the call'),
  bot: ref.optional().describe('the bot that makes the call; by default the bot of the scenario'),
  ok: z.boolean().optional().describe('false: expects the service to refuse the call'),
  error: z.string().optional().describe('the error text of the refused call'),
  result: z.unknown().optional().describe('the expected fields of the answer'),
}

const expectedCall = z.strictObject(CALL)

const expectCall = z.strictObject({
  ...CALL,
  times: z
    .int()
    .min(0)
    .optional()
    .describe('the exact number of calls; the variable named by `as` then holds a list of the calls'),
})

const expectReply = z.strictObject({
  to: ref.describe('the person who gets the message'),
  text: z.string().optional().describe('the text or caption of the message; /…/ is a regular expression'),
  buttons: z.array(z.string()).optional().describe('all inline buttons, row by row'),
  file: z.enum(FILE_KINDS).optional().describe('the kind of the file in the message'),
  in: ref.optional().describe('the chat: a group, a channel or a bot; by default the bot of the scenario'),
  within: span.optional().describe('the maximum time to wait for the message; 5s by default'),
  as: variable.optional().describe('the variable that stores the message'),
})

const expectNothing = z.strictObject({
  for: span.optional().describe('the time to watch for calls of the bot; 200ms by default'),
  call: z
    .string()
    .optional()
    .describe('the operation that must not be called; by default any with a visible effect, such as sendMessage'),
})

const expectState = z.strictObject({
  view: z
    .string()
    .regex(/^\//, 'Invalid input: expected a path such as /users/alice/chats')
    .describe('the path of a view of the control API, such as /chats/team'),
  with: z.unknown().describe('the expected fields of the view; `contains` finds an entry of a list'),
  within: span.optional().describe('the maximum time to wait for the expected values; 1s by default'),
  as: variable.optional().describe('the variable that stores the view'),
})

const expectBot = z
  .strictObject({
    answers: z
      .literal(true)
      .optional()
      .describe('expects a successful call with a visible effect, such as sendMessage, after the last action'),
    quiet: span
      .optional()
      .describe('the time during which the bot must not make a call with a visible effect, such as sendMessage'),
    withoutOutput: z
      .string()
      .optional()
      .describe('fails if the bot writes a line that contains this text; /…/ is a regular expression'),
    within: span.optional().describe('the maximum time to wait until the expectation holds; 5s by default'),
  })
  .refine((expected) => ['answers', 'quiet', 'withoutOutput'].filter((key) => key in expected).length === 1, {
    message: 'Invalid input: expected one of answers, quiet, withoutOutput',
  })

const http = z
  .strictObject({
    get: z.string().optional().describe('the URL'),
    post: z.string().optional().describe('the URL'),
    put: z.string().optional().describe('the URL'),
    patch: z.string().optional().describe('the URL'),
    delete: z.string().optional().describe('the URL'),
    headers: z.record(z.string(), z.string()).optional(),
    json: z.unknown().optional().describe('the body of the request, sent as JSON'),
    body: z.string().optional().describe('the body of the request, sent as text'),
    expect: z.int().min(100).max(599).optional().describe('the expected status; by default any below 300'),
    within: span.optional().describe('the time limit of the request; 5s by default'),
    as: variable.optional().describe('the variable that stores the answer: status, headers, body'),
  })
  .refine((request) => HTTP_METHODS.filter((method) => request[method] !== undefined).length === 1, {
    message: `Invalid input: expected one of ${HTTP_METHODS.join(', ')} with a URL`,
  })

const command = z.string().min(1)

const runCommand = z.union([
  command,
  z.strictObject({
    command,
    within: span.optional().describe('the time limit of the command; 5s by default'),
    as: variable.optional().describe('the variable that stores the output of the command'),
  }),
])

const include = z.union([
  z.string(),
  z.strictObject({
    file: z.string().describe('the path of the included file, relative to the file that includes it'),
    with: object.optional().describe('values of the variables in the steps of the included file'),
  }),
])

const bot = z.strictObject({
  restart: z.literal(true).describe("ends the bot's process once the bot is idle, and starts it again"),
  kill: z.literal(true).optional().describe('kills the process, as a crash does, instead of asking it to end'),
})

const stub = z.strictObject({
  operation: z.string().min(1).describe('an operation that the service does not have'),
  result: z.unknown().optional().describe('the result of each call of the operation; true by default'),
})

const wait = z.union([span, z.strictObject({ for: span })])

const STEP_KINDS = [
  ['expect', 'Waits for a call of the bot that no earlier expectation matched.', expectCall],
  [
    'expectReply',
    'Waits until a person sees a matching message of a bot. If a message was edited, its newest version counts.',
    expectReply,
  ],
  ['expectInOrder', 'Waits for the listed calls of the bot, in the order of the list.', z.array(expectedCall).min(1)],
  ['expectNothing', 'Fails if the bot makes a call with a visible effect that no expectation matched.', expectNothing],
  ['expectState', 'Waits until a view of the world has the expected values.', expectState],
  ['expectBot', 'Checks that the bot answers an update, makes no more calls, or logs no error.', expectBot],
  ['wait', 'Pauses the scenario for a span of real time.', wait],
  ['include', 'Inserts the steps of another file.', include],
  ['http', "Sends an HTTP request to the bot's own server.", http],
  ['run', 'Runs a command, which must exit with code 0.', runCommand],
  ['stub', 'Answers an operation that the service does not have.', stub],
  ['bot', "Restarts the bot's process.", bot],
] as const

/** The steps that are played. An include is replaced by the steps of its file. */
export type PlayedStep = Exclude<(typeof STEP_KINDS)[number][0], 'include'>

export function createStepCatalogue({ actions, operations, views }: Nameable): StepCatalogue {
  const words = [
    ...actions.map((action): StepKind => {
      const { name, summary, schema } = action
      return { name, summary, params: withFilePath(schema), action }
    }),
    ...STEP_KINDS.map(([name, summary, params]): StepKind => ({ name, summary, params })),
  ]
  return Object.assign(new Map(words.map((word) => [word.name, word])), { operations, views })
}

/** Lets the parameter `file` of an action be a path too, which is relative to the scenario file. */
function withFilePath(params: z.ZodType): z.ZodType {
  if (!(params instanceof z.ZodObject) || !params.shape.file) return params
  const path = z.string().describe('a path, relative to the scenario file')
  return params.extend({ file: z.union([path, params.shape.file as z.ZodType]) })
}

/** The keys that an action step may have next to the name of its action. */
export const STEP_OPTIONS = {
  as: variable.optional().describe('the variable that stores the result of the action'),
  refused: z
    .union([z.literal(true), z.string()])
    .optional()
    .describe('expects the action to be refused: with this code, or with any code if true'),
}
