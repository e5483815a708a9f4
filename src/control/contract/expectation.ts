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
    .meta({ description: 'The maximum time to wait: seconds, or a time such as 200ms or 3s.' }),
  while_working: z
    .boolean()
    .default(false)
    .meta({ description: 'Ends the wait before its time, once the bot is idle and nothing more is to be expected.' }),
  skip: z
    .boolean()
    .default(false)
    .meta({ description: 'Moves the clock to the next timer of the bot each time the bot is idle.' }),
  since: z.int().min(0).optional().meta({
    description: 'If the wait fails, explains what the bot did after this event. By default, after the last action.',
  }),
}

export const callExpectation = z.strictObject({
  call: z.string().min(1).meta({ description: 'The operation of the expected call.' }),
  with: z.record(z.string(), z.unknown()).default({}).meta({
    description:
      'The expected parameters. Objects in the call may have more keys. A text between slashes is a regular expression.',
  }),
  bot: ref.optional().meta({ description: 'Matches only calls of this bot: its id, @username or handle.' }),
  after: z.int().min(0).default(0).meta({ description: 'Matches only calls made after the call with this id.' }),
  except: z.array(z.int()).default([]).meta({ description: 'Ids of calls to ignore.' }),
  ok: z
    .boolean()
    .default(true)
    .meta({ description: 'Set to false to wait for a refused call. Not needed if `error` is set.' }),
  result: z
    .unknown()
    .optional()
    .meta({ description: 'The expected result. As in `with`, only the listed fields are compared.' }),
  error: z.string().optional().meta({ description: 'The expected description of the refusal.' }),
  ...patience,
})

export const replyExpectation = z.strictObject({
  reply: z
    .strictObject({
      to: ref.meta({ description: 'The person on whose screen the message is expected.' }),
      in: ref.optional().meta({ description: "A group, a channel, or a bot for the person's chat with it." }),
      from: ref.optional().meta({ description: 'The bot that writes.' }),
      text: z.unknown().optional().meta({ description: 'The text or caption, or a regular expression in slashes.' }),
      buttons: z.unknown().optional().meta({ description: 'The labels of the inline buttons.' }),
      file: z.unknown().optional().meta({ description: 'The kind of the file.' }),
      kind: z
        .enum(['message', 'edit'])
        .optional()
        .meta({ description: 'Matches only new messages, or only edits. By default, both.' }),
    })
    .meta({ description: 'A message of a bot, as it is now on the screen of a person.' }),
  after: z.int().min(0).default(0).meta({ description: 'Matches only messages and edits after this event.' }),
  except: z.array(z.int()).default([]).meta({ description: 'Events to ignore, such as those of earlier matches.' }),
  ...patience,
})

export const stateExpectation = z.strictObject({
  until: z.enum(['ready', 'idle', 'answered']).meta({
    description:
      '`ready`: the bot polls or has a webhook. `idle`: no bot is handling an update. `answered`: the bot has made a call that people notice.',
  }),
  bot: ref.optional().meta({ description: 'The bot. For `idle`, all bots by default.' }),
  after: z.int().min(0).default(0).meta({ description: 'Counts only calls after the call with this id.' }),
  for: span.optional().meta({ description: 'How long the bots must be idle.' }),
  ...patience,
})

export const FoundReply = z.object({
  events: z.array(z.int()).meta({
    description: 'The events in which the message was sent and edited. Pass them as `except` to find it only once.',
  }),
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
