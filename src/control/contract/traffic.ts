// The shapes of calls, deliveries, limits and faults in the control API.

import * as z from 'zod'
import { UnconfirmedUpdate } from '../../service/rules/shapes.ts'
import { UPDATE_TYPES } from '../../service/rules/update-types.ts'

export const CallView = z.object({
  id: z.int(),
  at: z.number().describe("The time of the call, in fractional Unix seconds of the emulator's clock."),
  bot: z.string().nullable().describe('The handle of the bot; null for an invalid token.'),
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
  status: z.int(),
  ok: z.boolean(),
  body: z
    .object({
      ok: z.boolean(),
      result: z.unknown().optional(),
      error_code: z.int().optional(),
      description: z.string().optional(),
      parameters: z.object({ retry_after: z.int().optional() }).optional(),
    })
    .describe('The answer that the bot received.'),
  why: z.string().optional().describe('The reason for the refusal.'),
  rule: z.string().optional().describe('The id of the rule that refused the call.'),
  ignored: z
    .array(z.string())
    .readonly()
    .optional()
    .describe("The parameters that the service does not know, if this is the bot's first call with them."),
  lenient: z
    .literal(true)
    .optional()
    .describe('True if the service lacks the operation, and the setting `lenient` or `stubs` answered the call.'),
  housekeeping: z
    .literal(true)
    .optional()
    .describe(
      'True for setup and questions, such as setMyCommands or getChat, which change nothing that people see in a chat.',
    ),
  read_leniently: z
    .array(z.string())
    .readonly()
    .optional()
    .describe('The parameters that the service does not know, and that the setting `client_fields` made it read.'),
  unconfirmed: UnconfirmedUpdate.optional().describe(
    'The update with which the call was answered, if the bot gets it again and again.',
  ),
  notes: z
    .array(z.string())
    .optional()
    .describe('Sentences that explain `ignored`, `lenient`, `read_leniently` and `unconfirmed` to people.'),
  duration_ms: z.number(),
})
export type CallView = z.infer<typeof CallView>

export const CursorView = z
  .object({ call: z.int(), event: z.int() })
  .describe('The ids of the newest call and the newest event.')

const attempt = {
  update_id: z.int(),
  url: z.string(),
  attempt: z.int(),
  status: z.int().nullable().describe('The HTTP status of the answer; null if the receiver did not answer.'),
  error: z.string().nullable().describe('The reason for the failure; null after a successful delivery.'),
  answer: z.string().optional().describe("The first line of the receiver's answer to a failed delivery."),
  retry_at: z.number().optional().describe("The time of the next attempt, in Unix seconds of the emulator's clock."),
  ignored_operation: z
    .string()
    .optional()
    .describe("The operation that the webhook's answer asks for. The service ignores operations in answers."),
  duration_ms: z.number(),
}

export const AttemptView = z.object({ ...attempt, update_type: z.string() })
export type AttemptView = z.infer<typeof AttemptView>

export const DeliveryView = z.object({
  id: z.int(),
  at: z.number(),
  ...attempt,
  type: z.string(),
  why: z.string().optional().describe('The injected fault that made the delivery fail.'),
})
export type DeliveryView = z.infer<typeof DeliveryView>

export const DeliveryWithBody = DeliveryView.extend({ body: z.unknown() })

export const ProgramState = z.object({
  command: z.string(),
  running: z.boolean(),
  code: z.int().nullable().describe('The exit code of the last process that ended by itself.'),
  signal: z.string().nullable().describe('The signal that ended the last process.'),
  ended_ago: z.number().nullable().describe('Seconds of real time since the process ended; null while it runs.'),
  output: z.array(z.string()).describe("The last lines of the program's output."),
})
export type ProgramState = z.infer<typeof ProgramState>

export const DeliveryState = z.object({
  polling: z.boolean().describe('True while a getUpdates call of the bot waits for updates.'),
  webhook: z.string().nullable(),
  waiting: z.int().describe('The number of pending updates.'),
  unconfirmed: UnconfirmedUpdate.optional().describe(
    'The pending update with which the latest getUpdates calls were answered, and which the bot has yet to confirm.',
  ),
  idle: z.boolean().describe('True if the bot has confirmed all its updates, and asks for more.'),
  asks_for: z.array(z.enum(UPDATE_TYPES)).describe("The update types in the bot's allowed_updates."),
  retry_at: z
    .number()
    .nullable()
    .describe(
      'The time of the next attempt to call the webhook, in Unix seconds of the clock; null if none is planned.',
    ),
  waits_for_clock: z.boolean().describe('True if the frozen clock delays the next webhook attempt.'),
  program: ProgramState.optional().describe('The program of this bot, if the one who runs it reports it.'),
})
export type DeliveryState = z.infer<typeof DeliveryState>

export const LimitUse = z.object({
  limit: z.string(),
  chat: z.int().optional(),
  used: z.int(),
  allowed: z.int(),
  free_in: z.int().describe('Seconds until the limit allows one more message.'),
  operations: z.array(z.string()).describe('The operations whose calls count against the limit.'),
})
export type LimitUse = z.infer<typeof LimitUse>

export const FaultView = z.object({
  id: z.int(),
  bot: z.string().nullable(),
  operation: z.string().nullable(),
  match: z.record(z.string(), z.unknown()).nullable(),
  every: z.int(),
  times: z.int().nullable(),
  seen: z.int(),
  fired: z.int(),
  spent: z.boolean(),
  status: z.int().optional(),
  description: z.string().optional(),
  retry_after: z.int().optional(),
  delay_ms: z.int().optional(),
  drop: z.enum(['before', 'after']).optional(),
  hang: z.literal(true).optional(),
  duplicate_updates: z.literal(true).optional(),
  reorder_updates: z.literal(true).optional(),
  webhook: z.union([z.int(), z.enum(['refused', 'reset', 'timeout', 'lost'])]).optional(),
})
export type FaultView = z.infer<typeof FaultView>
