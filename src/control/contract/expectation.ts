// What a wait waits for: a call, a message, or a bot.

import * as z from 'zod'
import type { Diagnosis } from './diagnosis.ts'
import { MessageView } from './messages.ts'
import { span } from './time.ts'
import type { CallView } from './traffic.ts'

/** The longest wait. It is below 300 s, because HTTP clients such as Node's fetch() abort then. */
export const MAX_WITHIN_SECONDS = 240

const ref = z.union([z.int(), z.string()])

const patience = {
  within: span
    .pipe(z.number().max(MAX_WITHIN_SECONDS))
    .default(5)
    .describe('The maximum time to wait: seconds, or a time such as 200ms or 3s.'),
  while_working: z
    .boolean()
    .default(false)
    .describe('Ends the wait before its time, once the bot is idle and nothing more is to be expected.'),
  skip: z.boolean().default(false).describe('Moves the clock to the next timer of the bot each time the bot is idle.'),
  since: z
    .int()
    .min(0)
    .optional()
    .describe('If the wait fails, explains what the bot did after this event. By default, after the last action.'),
}

export const callExpectation = z.strictObject({
  call: z.string().min(1).describe('The operation of the expected call.'),
  with: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      'The expected parameters. Objects in the call may have more keys. A text between slashes is a regular expression.',
    ),
  bot: ref.optional().describe('Matches only calls of this bot: its id, @username or handle.'),
  after: z.int().min(0).default(0).describe('Matches only calls made after the call with this id.'),
  except: z.array(z.int()).default([]).describe('Ids of calls to ignore.'),
  ok: z.boolean().default(true).describe('Set to false to wait for a refused call. Not needed if `error` is set.'),
  result: z.unknown().optional().describe('The expected result. As in `with`, only the listed fields are compared.'),
  error: z.string().optional().describe('The expected description of the refusal.'),
  ...patience,
})

export const replyExpectation = z.strictObject({
  reply: z
    .strictObject({
      to: ref.describe('The person on whose screen the message is expected.'),
      in: ref.optional().describe("A group, a channel, or a bot for the person's chat with it."),
      from: ref.optional().describe('The bot that writes.'),
      text: z.unknown().optional().describe('The text or caption, or a regular expression in slashes.'),
      buttons: z.unknown().optional().describe('The labels of the inline buttons.'),
      file: z.unknown().optional().describe('The kind of the file.'),
      kind: z
        .enum(['message', 'edit'])
        .optional()
        .describe('Matches only new messages, or only edits. By default, both.'),
    })
    .describe('A message of a bot, as it is now on the screen of a person.'),
  after: z.int().min(0).default(0).describe('Matches only messages and edits after this event.'),
  except: z.array(z.int()).default([]).describe('Events to ignore, such as those of earlier matches.'),
  ...patience,
})

export const stateExpectation = z.strictObject({
  until: z
    .enum(['ready', 'idle', 'answered'])
    .describe(
      '`ready`: the bot polls or has a webhook. `idle`: no bot is handling an update. `answered`: the bot has made a call that people notice.',
    ),
  bot: ref.optional().describe('The bot. For `idle`, all bots by default.'),
  after: z.int().min(0).default(0).describe('Counts only calls after the call with this id.'),
  for: span.optional().describe('How long the bots must be idle.'),
  ...patience,
})

export const FoundReply = z.object({
  events: z
    .array(z.int())
    .describe('The events in which the message was sent and edited. Pass them as `except` to find it only once.'),
  message: MessageView,
})
export type FoundReply = z.infer<typeof FoundReply>

export type CallExpectation = z.input<typeof callExpectation>
export type StateExpectation = z.input<typeof stateExpectation>
export type Expectation = CallExpectation | z.input<typeof replyExpectation> | StateExpectation

export type Found<Expected> = Expected extends { reply: unknown }
  ? FoundReply
  : Expected extends { until: unknown }
    ? true
    : CallView

/** The details of the Problem of a wait that found nothing. */
export interface Missed {
  /** The bot is idle, the time is over, or the bot's program ended. */
  reason: 'idle' | 'over' | 'failed'
  nearest?: unknown
  /** The messages that did not match. */
  unmatched?: MessageView[]
  diagnosis?: Diagnosis
  lines: string[]
}

export type ExpectedCall = z.output<typeof callExpectation>
export type ExpectedReply = z.output<typeof replyExpectation>
export type ExpectedState = z.output<typeof stateExpectation>
export type Patience = Pick<ExpectedCall, keyof typeof patience>
