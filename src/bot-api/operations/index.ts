// Every operation of the service, one line each, and the types that come of them.

import type * as z from 'zod'
import type { DeclaredOperation, ResultOf, Written } from '../../contract/declared.ts'
import type { OWN_NAMES } from '../../spec/operation-names.ts'
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

export const OPERATIONS = [
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
] as const satisfies readonly (DeclaredOperation & { name: (typeof OWN_NAMES)[number] })[]

type Listed = (typeof OPERATIONS)[number]

export type OperationName = Listed['name']

/** What each operation takes. */
export type OperationParams = { [O in Listed as O['name']]: Written<z.input<O['params']>> }

/** What each operation answers. */
export type OperationResults = { [O in Listed as O['name']]: ResultOf<O['result']> }
