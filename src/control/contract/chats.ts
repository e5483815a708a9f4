// The shapes of chats in the control API.

import * as z from 'zod'
import { FullChat, Permissions, ReplyButton } from '../../service/rules/shapes.ts'
import { MessageView } from './messages.ts'
import { Named } from './people.ts'

const common = {
  handle: z.string(),
  title: z.string(),
  member_count: z.int(),
  pinned_message_id: z.int().nullable(),
}

export const SharedChatView = FullChat.extend({
  ...common,
  kind: z.enum(['group', 'channel', 'comments']),
  permissions: Permissions.nullable().describe('The permissions of ordinary members of a group.'),
  official: z.boolean().optional(),
  linked_chat_handle: z.string().optional(),
})
export type SharedChatView = z.infer<typeof SharedChatView>

const keyboard = z.array(z.array(ReplyButton)).nullable()

export const PrivateChatView = z.object({
  id: z.int().describe("The person's id."),
  type: z.literal('private'),
  ...common,
  kind: z.literal('private'),
  bot: Named,
  person: Named,
  permissions: z.null(),
  started: z.boolean(),
  blocked: z.boolean(),
  reply_keyboard: keyboard,
})
export type PrivateChatView = z.infer<typeof PrivateChatView>

export const ChatView = z.discriminatedUnion('kind', [SharedChatView, PrivateChatView])
export type ChatView = z.infer<typeof ChatView>

const ofPerson = {
  unread: z.int(),
  notices: z.int().describe('The number of unread messages, except messages about members who joined or left.'),
  last_message: MessageView.nullable(),
}
const sharedOfPerson = SharedChatView.extend({ ...ofPerson, reply_keyboard: z.null() })
const privateOfPerson = PrivateChatView.extend(ofPerson)

export const PersonChatView = z.discriminatedUnion('kind', [sharedOfPerson, privateOfPerson])
export type PersonChatView = z.infer<typeof PersonChatView>

const withMessages = { messages: z.array(MessageView) }

export const ShownChatView = z.discriminatedUnion('kind', [
  sharedOfPerson.extend(withMessages),
  privateOfPerson.extend(withMessages),
])
export type ShownChatView = z.infer<typeof ShownChatView>
