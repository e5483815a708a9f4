// The step that checks how often the bot sent a message in a conversation.

import type { CallView } from '../../contract/traffic.ts'
import { escapeRegex, regexIn } from '../../lib/compare/regex.ts'
import type { WrittenStep } from '../../scenario/record.ts'
import type { Observation } from '../observation.ts'

/** Returns a step that expects this message as often as the bot sent it in the conversation, plus `change`. */
export function expectCount(call: CallView, conversation: readonly Observation[], change: number): WrittenStep[] {
  const { chat_id, text } = call.params
  const isSame = ({ ok, method, params }: CallView) =>
    ok && method === call.method && String(params.chat_id) === String(chat_id) && params.text === text
  const count = conversation.flatMap(({ late, calls }) => [...late, ...calls]).filter(isSame).length
  const chat = conversation.at(-1)?.handles.get(Number(chat_id)) ?? chat_id
  return [
    { expect: { call: call.method, with: { chat_id: chat, text: literal(String(text)) }, times: count + change } },
  ]
}

/** Returns the text for an expectation, escaped if the expectation would read it as a regular expression. */
export const literal = (text: string) => (regexIn(text) ? `/^${escapeRegex(text)}$/` : text)
