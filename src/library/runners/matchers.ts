// `bot-emulator/matchers`, for `expect.extend` of vitest and jest: `await expect(alice).toHaveReply('Hello')`.

import type { MessageView } from '../../contract/messages.ts'
import { shown } from '../../describe/text.ts'
import { Problem } from '../../lib/problem.ts'
import type { ReplyQuery } from '../replies/conversation.ts'
import type { Patience } from '../replies/idle.ts'

interface Reading {
  waitForReply(query?: ReplyQuery): Promise<MessageView>
  untilBotsRest(patience?: Patience): Promise<void>
}

/** What a reply may be, beside its text. */
export type ReplyOptions = Omit<ReplyQuery, 'text'>

/** What vitest and jest take. */
export interface Verdict {
  pass: boolean
  message(): string
}

/** Each reply counts once. `.not` waits until no bot has anything left to do, and not longer. */
export async function toHaveReply(
  this: { isNot?: boolean } | undefined,
  reading: unknown,
  text?: string | RegExp,
  { within, ...more }: ReplyOptions = {},
): Promise<Verdict> {
  requireReading(reading)
  const isNot = this?.isNot ?? false
  if (isNot) await reading.untilBotsRest({ within })
  try {
    const reply = await reading.waitForReply({ ...more, text, within: isNot ? 0 : within })
    const said = shown(reply.text ?? reply.caption ?? 'a file')
    return { pass: true, message: () => `${reply.author.first_name} was not to write this, and wrote: ${said}` }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'no-reply') throw error
    return { pass: false, message: () => error.message }
  }
}

function requireReading(reading: unknown): asserts reading is Reading {
  const { waitForReply, untilBotsRest } = (reading ?? {}) as Partial<Reading>
  if (waitForReply && untilBotsRest) return
  const hint = 'Write expect(alice), or expect(alice.chat(greeter)).'
  throw new Problem(
    'invalid-params',
    `toHaveReply is about a person of the emulator, or one of her chats. ${hint}`,
    hint,
  )
}
