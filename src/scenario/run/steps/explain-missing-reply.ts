// Explains why a reply is missing: an update not requested, another chat, refused calls.

import type { CallView } from '../../../contract/traffic.ts'
import { refusalText } from '../../../describe/call.ts'
import { fileIn, labelsOf, type MessageParts, messageIn, textOrCaption } from '../../../describe/message.ts'
import { describeValue } from '../../../describe/text.ts'
import { type Comparison, compare } from '../../../lib/compare/difference.ts'
import type { Params } from '../../scenario.ts'
import { isNoticeable } from '../noticeable-calls.ts'
import { isExpected, type Play } from '../play.ts'
import { explainUnrequestedUpdate } from './wait-for-bot.ts'

interface MissingReply {
  /** The calls of the bot since the last action. */
  calls: readonly CallView[]
  /** The id of the chat that lacks the reply. */
  chat: number
  /** True if the bot sent no message to the chat that could be the reply. */
  isSilent: boolean
  isFromOtherBot: boolean
}

const MAX_REFUSALS = 3

export async function explainMissingReply(
  play: Play,
  params: Params,
  { calls, chat, isSilent, isFromOtherBot }: MissingReply,
): Promise<string[]> {
  const unrequestedUpdate = isSilent && !isFromOtherBot ? await explainUnrequestedUpdate(play) : undefined
  if (unrequestedUpdate) return [unrequestedUpdate]
  const unexpectedCalls = calls.filter((call) => !isExpected(play, call))
  const strayCall = unexpectedCalls.find((call) => isStray(call, params, chat))
  if (strayCall) return [strayText(strayCall)]
  return unexpectedCalls
    .filter((call) => !call.ok && isNoticeable(call))
    .slice(0, MAX_REFUSALS)
    .map(refusalLine)
}

/** Compares a message with an expectation, in the fields that the expectation contains. */
export function compareMessage(message: MessageParts, { text, buttons, file }: Params): Comparison {
  const expected = Object.fromEntries(
    Object.entries({ text, buttons, file }).filter(([, value]) => value !== undefined),
  )
  const actual = { text: textOrCaption(message), buttons: labelsOf(message), file: fileIn(message)?.kind }
  return compare(expected, actual)
}

/** Returns true if the call wrote the expected message, but in another chat. */
function isStray({ body }: CallView, params: Params, chat: number): boolean {
  const message = messageIn(body.result)
  return message.chat !== undefined && message.chat.id !== chat && !compareMessage(message, params).difference
}

function strayText({ id, body }: CallView): string {
  const { title, first_name } = messageIn(body.result).chat ?? {}
  return `Call ${id} of the bot wrote this message in another chat: ${title ?? `the private chat with ${first_name}`}.`
}

const MAX_TEXT = 60

function refusalLine(call: CallView): string {
  const { text } = call.params
  const about = typeof text === 'string' && text.length <= MAX_TEXT ? ` with text ${describeValue(text)}` : ''
  return `${call.method}${about} was refused: ${refusalText(call)}.`
}
