// The shapes of settings, clock, health, snapshots and the catalogue of actions.

import * as z from 'zod'
import { BotView } from './people.ts'

export const RepeatedUpdate = z.object({
  update_id: z.int().describe('The new id of the update that is sent to the bot again.'),
})

export const ClockView = z.object({
  now: z.number().describe("The time of the emulator's clock, in Unix seconds with fractions."),
  frozen: z.boolean(),
})
export type ClockView = z.infer<typeof ClockView>

/** A process that takes its time from the emulator's clock. */
export const FollowerView = z.object({
  pid: z.int(),
  runtime: z.string().describe('The runtime with its version.'),
  timers: z.int().nullable().describe('The number of timers that the process had when it was last idle.'),
  next_due: z.number().nullable().describe('When the next timer of the process is due, in Unix seconds of the clock.'),
  next_timers: z
    .array(z.number())
    .describe('When the next timers of the process are due, in ascending order, at most five.'),
  busy: z.boolean().describe('True if the clock waits until this process is idle.'),
  silent: z
    .boolean()
    .describe(
      'True if the process has not answered for 10 seconds. The clock moves on without the process until it answers again.',
    ),
  unanswered_for: z
    .number()
    .nullable()
    .describe('For how many real seconds the process has not answered the emulator; null if it has answered.'),
})
export type FollowerView = z.infer<typeof FollowerView>

export const ClockDetails = ClockView.extend({
  played_to: z
    .number()
    .nullable()
    .describe(
      'The Unix time to which the clock is being advanced; null if it advances to the next timer or event, or not at all.',
    ),
  followers: z.array(FollowerView),
})
export type ClockDetails = z.infer<typeof ClockDetails>

export const IdleView = z.object({
  idle: z.boolean(),
  exact: z
    .boolean()
    .describe('False if no process follows the clock. Whether a bot is idle is then guessed from its calls.'),
  next_due: z
    .number()
    .nullable()
    .describe('When the next timer or delayed event is due, in Unix seconds of the clock; null if none.'),
})
export type IdleView = z.infer<typeof IdleView>

export const Health = z.object({
  version: z.string(),
  pid: z.int().describe("The id of the emulator's process."),
  base_url: z.string(),
  in_memory: z.boolean().describe('True if the world is only in memory.'),
  clock: ClockView,
  last_event: z.int().describe('The id of the newest event.'),
  log: z
    .object({ bytes: z.int(), max_bytes: z.int() })
    .describe('The size of the event log, and the limit of its size.'),
})
export type Health = z.infer<typeof Health>

export const SnapshotView = z.object({
  name: z.string(),
  bytes: z.int(),
  made_at: z.number().describe('When the snapshot was made, in Unix seconds of real time.'),
})
export type SnapshotView = z.infer<typeof SnapshotView>

export const FirstWorld = z.object({
  world: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe(
      'The world that `reset --to-start` restores, in the format of a world file; null if the emulator does not know it.',
    ),
})

export const Imported = z.object({ bots: z.array(BotView) })

export const FieldKind = z.enum([
  'person',
  'bot',
  'user',
  'chat',
  'peer',
  'message',
  'snapshot',
  'text',
  'secret',
  'operation',
  'number',
  'switch',
  'choice',
  'rights',
  'file',
  'span',
  'milliseconds',
  'moment',
  'json',
])
export type FieldKind = z.infer<typeof FieldKind>

/** The JSON schema of an action's parameters, with what a form needs to know of each field as metadata. */
export interface ParamsSchema extends Partial<Omit<ActionField, 'required'>> {
  type?: string | string[]
  enum?: string[]
  const?: unknown
  anyOf?: ParamsSchema[]
  items?: ParamsSchema
  properties?: Record<string, ParamsSchema>
  required?: string[]
}

export const ActionField = z.object({
  name: z.string(),
  kind: FieldKind,
  list: z.boolean(),
  required: z.boolean(),
  unless: z.string().optional().describe('The name of the parameter to pass if this one is omitted.'),
  outside: z.boolean().optional().describe('True if the parameter takes who is not a member of the chat.'),
  shared: z.boolean().optional().describe('True if the parameter takes only groups and channels.'),
  heading: z.string().optional().describe('The heading of this parameter and the next ones in a form.'),
  hint: z.string().optional().describe('What an empty field shows: an example, or what omitting it means.'),
  first: z.unknown().optional().describe('What a form fills in.'),
  parts: z
    .record(z.string(), FieldKind)
    .optional()
    .describe('The keys of an object for which a form has fields, with their kinds.'),
  nullable: z.boolean().describe('True if you can pass null, which removes the current value.'),
  default: z.unknown().optional(),
  choices: z.array(z.string()).optional(),
  description: z.string(),
})
export type ActionField = z.infer<typeof ActionField>

export const ActionVariant = z.object({
  label: z.string().describe('A parameter in braces stands for its value.'),
  values: z.record(z.string(), z.unknown()).describe('The parameters that make this variant.'),
  fields: z.array(z.string()).describe('The parameters of only some variants that can be chosen for this one.'),
})
export type ActionVariant = z.infer<typeof ActionVariant>

export const ActionDescription = z.object({
  name: z.string(),
  summary: z.string(),
  updates: z.array(z.string()).readonly().describe('The types of the updates that the action may cause.'),
  replaces_world: z
    .boolean()
    .describe('True if people, bots and chats of the world before may no longer exist after the action.'),
  recorded: z.boolean().describe('True if a recording repeats the action.'),
  undoable: z.boolean().describe('True if the dashboard can undo the action.'),
  example: z.record(z.string(), z.unknown()).describe('Parameters that show the action.'),
  fields: z.array(ActionField),
  variants: z.array(ActionVariant).describe('What the action can do, if a caller chooses one of several.'),
  params: z.custom<ParamsSchema>().describe('The JSON schema of the parameters.'),
})
export type ActionDescription = z.infer<typeof ActionDescription>
