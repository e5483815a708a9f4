// Every operation of the service, one line each.

import { deleteWebhook } from './delete-webhook.ts'
import { editMessageReplyMarkup } from './edit-message-reply-markup.ts'
import { editMessageText } from './edit-message-text.ts'
import { getChat } from './get-chat.ts'
import { getChatAdministrators } from './get-chat-administrators.ts'
import { getChatMember } from './get-chat-member.ts'
import { getChatMemberCount } from './get-chat-member-count.ts'
import { getMe } from './get-me.ts'
import { getUpdates } from './get-updates.ts'
import { getWebhookInfo } from './get-webhook-info.ts'
import type { Operation } from './operation.ts'
import { pinChatMessage } from './pin-chat-message.ts'
import { restrictChatMember } from './restrict-chat-member.ts'
import { sendAudio, sendDocument, sendPhoto, sendVideo } from './send-file.ts'
import { sendMessage } from './send-message.ts'
import { setMyCommands } from './set-my-commands.ts'
import { setMyDescription } from './set-my-description.ts'
import { setMyName } from './set-my-name.ts'
import { setMyShortDescription } from './set-my-short-description.ts'
import { setWebhook } from './set-webhook.ts'
import { unbanChatMember } from './unban-chat-member.ts'
import { unpinChatMessage } from './unpin-chat-message.ts'

export const OPERATIONS: readonly Operation[] = [
  getMe,
  getUpdates,
  setWebhook,
  deleteWebhook,
  getWebhookInfo,
  sendMessage,
  sendPhoto,
  sendVideo,
  sendAudio,
  sendDocument,
  editMessageText,
  editMessageReplyMarkup,
  getChat,
  getChatAdministrators,
  getChatMemberCount,
  getChatMember,
  restrictChatMember,
  unbanChatMember,
  pinChatMessage,
  unpinChatMessage,
  setMyCommands,
  setMyName,
  setMyDescription,
  setMyShortDescription,
]

const byName = new Map(OPERATIONS.flatMap((op) => [op.name, ...(op.alias ? [op.alias] : [])].map((name) => [name, op])))

/** Every name that works, and the operation's own. */
export const OPERATION_NAMES: ReadonlyMap<string, string> = new Map([...byName].map(([name, op]) => [name, op.name]))

export const operationNamed = (name: string): Operation | undefined => byName.get(name)
