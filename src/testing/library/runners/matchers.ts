// `bot-emulator/matchers`: the matcher `toHaveReply`, for `expect.extend` of vitest and jest.

import { Problem } from '../../../lib/problem.ts'
import { describeValue } from '../../../lib/safe-text.ts'
import type { Person } from '../person.ts'
import type { ReplyQuery } from '../replies.ts'

type ReplyReader = Pick<Person, 'waitForReply' | 'untilBotsRest'>

/** The options of `toHaveReply`: those of `waitForEdit`, except `text`, which is a parameter of its own. */
export type ReplyOptions = Omit<ReplyQuery, 'text'>

/** The result of a matcher, in the format that vitest and jest require. */
export interface Verdict {
  pass: boolean
  message(): string
}

/**
 * Passes if a bot sends a matching message within the time limit, or edits one so that it matches. Each version of a
 * message satisfies only one expectation. With `.not`, the wait ends early when all bots are idle.
 */
export async function toHaveReply(
  this: { isNot?: boolean } | undefined,
  reader: unknown,
  text?: string | RegExp,
  { within, ...more }: ReplyOptions = {},
): Promise<Verdict> {
  requireReplyReader(reader)
  const isNot = this?.isNot ?? false
  if (isNot) await reader.untilBotsRest({ within })
  try {
    const reply = await reader.waitForReply({ ...more, text, edits: true, within: isNot ? 0 : within })
    const replyText = describeValue(reply.text ?? reply.caption ?? 'a file')
    return { pass: true, message: () => `Unexpected matching reply from ${reply.author.first_name}: ${replyText}` }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'no-reply') throw error
    return { pass: false, message: () => error.message }
  }
}

function requireReplyReader(reader: unknown): asserts reader is ReplyReader {
  const { waitForReply, untilBotsRest } = (reader ?? {}) as Partial<ReplyReader>
  if (waitForReply && untilBotsRest) return
  const hint = 'Write expect(alice), or expect(alice.chat(greeter)).'
  const message = `toHaveReply needs a person of the emulator, or one of their chats. ${hint}`
  throw new Problem('invalid-params', message, hint)
}
