// The shapes of people and bots in the control API.

import * as z from 'zod'
import { BotUser, ChatMember, User, WebhookInfo } from '../../service/rules/shapes.ts'

export const UserView = User.extend({
  handle: z.string(),
  devices: z.int(),
  deleted: z.boolean(),
})
export type UserView = z.infer<typeof UserView>

export const BotView = BotUser.extend({
  handle: z.string(),
  token: z.string(),
  owner: z.string().describe('The handle of a person.'),
  verified: z.boolean(),
  accepted_terms: z.boolean(),
  suspended: z.boolean(),
})
export type BotView = z.infer<typeof BotView>

export const HistogramView = z.object({
  count: z.int(),
  p50_ms: z
    .number()
    .nullable()
    .describe('The median of the measured times in milliseconds; null if no times were measured.'),
  p95_ms: z.number().nullable(),
  max_ms: z.number(),
  buckets: z.array(z.object({ up_to_ms: z.number().nullable(), count: z.int() })),
})
export type HistogramView = z.infer<typeof HistogramView>

const AnswerTimes = z.object({
  handed_out: HistogramView.describe('The time from the creation of an update until the bot received it.'),
  first_call: HistogramView.describe(
    "The time from the creation of an update until the bot's first call in the update's chat, or its answer to the button press.",
  ),
})

/** A bot with its answer times since the emulator started, in milliseconds of real time. */
export const BotDetails = BotView.extend({ answer_times: AnswerTimes })
export type BotDetails = z.infer<typeof BotDetails>

export const MemberView = ChatMember.extend({ handle: z.string() })
export type MemberView = z.infer<typeof MemberView>

export const Named = z.object({ id: z.int(), handle: z.string(), first_name: z.string() })

const identity = {
  name: z.string(),
  username: z.string().nullable(),
  short_description: z.string(),
}

export const ProfileView = z.object({
  ...identity,
  commands: z.array(z.object({ command: z.string(), description: z.string() })),
  description: z.string().describe('The text that a person sees before starting the bot.'),
  started: z.boolean().describe('True if the person in the parameter `as` has started the bot.'),
  public_page: z.object(identity),
  webhook: WebhookInfo,
})
export type ProfileView = z.infer<typeof ProfileView>
