// Reads reply_parameters, which many client libraries send instead of reply_to_message_id.

import * as z from 'zod'
import type { Read } from '../messenger/world.ts'
import { isLeftOut, jsonText, messageId } from '../rules/params.ts'
import type { Input, Operation } from './operations/operation.ts'

const replyParameters = jsonText(
  z.object({ message_id: messageId, chat_id: z.union([z.number(), z.string()]).nullish() }),
)

/** Returns the input with reply_to_message_id, if reply_parameters has it and the setting `client_fields` is on. */
export function withReplyTarget(read: Read, { params }: Operation, input: Input): Input {
  const { reply_parameters, reply_to_message_id, chat_id } = input
  if (!read.service.client_fields || isLeftOut(reply_parameters) || !isLeftOut(reply_to_message_id)) return input
  if (!(params instanceof z.ZodObject && 'reply_to_message_id' in params.shape)) return input
  const { data } = replyParameters.safeParse(reply_parameters)
  // The service has no replies to a message of another chat.
  const isInChat = data && String(data.chat_id ?? chat_id) === String(chat_id)
  return isInChat ? { ...input, reply_to_message_id: data.message_id } : input
}
