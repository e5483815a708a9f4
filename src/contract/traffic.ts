// The shapes of calls, deliveries, limits and faults in the control API.

import * as z from 'zod'
import { UPDATE_TYPES } from '../spec/update-types.ts'

export const CallView = z.object({
  id: z.int(),
  at: z.number().meta({ description: "Unix seconds of the emulator's clock, with fractions." }),
  bot: z.string().nullable().meta({ description: 'The handle of the bot; null where the token was none.' }),
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
    .meta({ description: 'The answer as the bot got it.' }),
  why: z.string().optional().meta({ description: 'Why the call was refused.' }),
  rule: z.string().optional().meta({ description: 'The rule that asks for it.' }),
  ignored: z
    .array(z.string())
    .readonly()
    .optional()
    .meta({ description: "Parameters that the operation does not have, at the bot's first call that brings them." }),
  lenient: z.literal(true).optional().meta({
    description: 'The service has no such operation; it was set to answer true and to do nothing.',
  }),
  notes: z.array(z.string()).optional().meta({ description: 'The same in sentences.' }),
  duration_ms: z.number(),
})
export type CallView = z.infer<typeof CallView>

export const CursorView = z
  .object({ call: z.int(), event: z.int() })
  .meta({ description: 'The numbers of the newest call and of the newest event.' })

const attempt = {
  update_id: z.int(),
  url: z.string(),
  attempt: z.int(),
  status: z.int().nullable().meta({ description: "The receiver's; null when no answer came." }),
  error: z.string().nullable().meta({ description: 'What went wrong; null when it is delivered.' }),
  answer: z.string().optional().meta({ description: 'The first line of an answer that is not a success.' }),
  retry_at: z
    .number()
    .optional()
    .meta({ description: "When it is tried again, in Unix seconds of the emulator's clock." }),
  ignored_operation: z
    .string()
    .optional()
    .meta({ description: "The operation that the receiver's answer named, which the service ignores." }),
  duration_ms: z.number(),
}

/** An attempt to deliver an update, as part of an event. */
export const AttemptView = z.object({ ...attempt, update_type: z.string() })
export type AttemptView = z.infer<typeof AttemptView>

export const DeliveryView = z.object({
  id: z.int(),
  at: z.number(),
  ...attempt,
  type: z.string(),
  why: z.string().optional().meta({ description: 'The injected fault that struck.' }),
})
export type DeliveryView = z.infer<typeof DeliveryView>

export const DeliveryWithBody = DeliveryView.extend({ body: z.unknown() })

export const DeliveryState = z.object({
  polling: z.boolean().meta({ description: 'Whether a getUpdates waits.' }),
  webhook: z.string().nullable(),
  waiting: z.int().meta({ description: 'How many updates are due.' }),
  asks_for: z
    .array(z.enum(UPDATE_TYPES))
    .meta({ description: 'The types of update that its allowed_updates let through.' }),
  retry_at: z.number().nullable().meta({
    description: 'When the webhook is tried again, in Unix seconds of the clock; null when nothing waits for that.',
  }),
  waits_for_clock: z
    .boolean()
    .meta({ description: 'Whether that moment does not come by itself, because the clock is frozen.' }),
})
export type DeliveryState = z.infer<typeof DeliveryState>

export const LimitUse = z.object({
  limit: z.string(),
  chat: z.int().optional(),
  used: z.int(),
  allowed: z.int(),
  free_in: z.int().meta({ description: 'Seconds until one more message passes.' }),
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
