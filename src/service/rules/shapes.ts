// The schemas of the bot API's objects. A running emulator imports only their types.

import * as z from 'zod'
import { ADMIN_RIGHTS, PERMISSIONS } from './rights.ts'

const flags = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<Name, z.ZodBoolean>)

export const User = z.object({
  id: z.int(),
  is_bot: z.boolean(),
  first_name: z.string(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
})
export type User = z.infer<typeof User>

export const BotUser = User.extend({
  can_join_groups: z.boolean(),
  can_read_all_group_messages: z.boolean(),
  supports_inline_queries: z.boolean(),
})
export type BotUser = z.infer<typeof BotUser>

export const Chat = z.object({
  id: z.int(),
  type: z.enum(['private', 'group', 'supergroup', 'channel']),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  title: z.string().optional(),
})
export type Chat = z.infer<typeof Chat>

export const Permissions = flags(PERMISSIONS)

export const FullChat = Chat.extend({
  description: z.string().optional(),
  permissions: Permissions.optional(),
  linked_chat_id: z.int().optional(),
})
export type FullChat = z.infer<typeof FullChat>

export const ChatMember = z.object({
  user: User,
  status: z.enum(['creator', 'administrator', 'member', 'restricted', 'left', 'kicked']),
  is_member: z.boolean().optional(),
  can_send_messages: z.boolean().optional(),
  until_date: z.int().optional(),
  can_read_all_group_messages: z.boolean().optional(),
  custom_title: z.string().optional(),
  ...flags(ADMIN_RIGHTS).partial().shape,
})
export type ChatMember = z.infer<typeof ChatMember>

export const InlineButton = z.object({
  text: z.string(),
  callback_data: z.string().optional(),
  url: z.string().optional(),
})
export type InlineButton = z.infer<typeof InlineButton>

const InlineKeyboardMarkup = z.object({ inline_keyboard: z.array(z.array(InlineButton)) })

export const ReplyButton = z.object({ text: z.string() })
export type ReplyButton = z.infer<typeof ReplyButton>

export type ReplyMarkup =
  | z.infer<typeof InlineKeyboardMarkup>
  | { keyboard: ReplyButton[][] }
  | { remove_keyboard: true }

const storedFile = { file_id: z.string(), file_unique_id: z.string(), file_size: z.int() }

export const PhotoSize = z.object({ ...storedFile, width: z.int(), height: z.int() })
export type PhotoSize = z.infer<typeof PhotoSize>

export const MediaFile = z.object({ ...storedFile, mime_type: z.string(), file_name: z.string() })
export type MediaFile = z.infer<typeof MediaFile>

export const MessageEntity = z.object({ type: z.literal('bot_command'), offset: z.int(), length: z.int() })
export type MessageEntity = z.infer<typeof MessageEntity>

const MessageAlone = z.object({
  message_id: z.int(),
  from: User.optional(),
  sender_chat: Chat.optional(),
  chat: Chat,
  date: z.int(),
  edit_date: z.int().optional(),
  text: z.string().optional(),
  entities: z.array(MessageEntity).optional(),
  caption: z.string().optional(),
  photo: z.array(PhotoSize).optional(),
  audio: MediaFile.optional(),
  video: MediaFile.optional(),
  document: MediaFile.optional(),
  new_chat_members: z.array(User).optional(),
  left_chat_member: User.optional(),
  reply_markup: InlineKeyboardMarkup.optional(),
})

/** The message in `reply_to_message` does not have a `reply_to_message` of its own. */
export const Message = MessageAlone.extend({ reply_to_message: MessageAlone.optional() })
export type Message = z.infer<typeof Message>

export const CallbackQuery = z.object({
  id: z.string(),
  from: User,
  message: Message,
  chat_instance: z.string(),
  data: z.string(),
})
export type CallbackQuery = z.infer<typeof CallbackQuery>

export const ChatMemberUpdated = z.object({
  chat: Chat,
  from: User,
  date: z.int(),
  old_chat_member: ChatMember,
  new_chat_member: ChatMember,
})
export type ChatMemberUpdated = z.infer<typeof ChatMemberUpdated>

/** An update. It has exactly one of its optional fields. */
export const Update = z.object({
  update_id: z.int(),
  message: Message.optional(),
  edited_message: Message.optional(),
  channel_post: Message.optional(),
  edited_channel_post: Message.optional(),
  callback_query: CallbackQuery.optional(),
  my_chat_member: ChatMemberUpdated.optional(),
  chat_member: ChatMemberUpdated.optional(),
})
export type Update = z.infer<typeof Update>

export const WebhookInfo = z.object({
  url: z.string(),
  has_custom_certificate: z.boolean(),
  pending_update_count: z.int(),
  max_connections: z.int().optional(),
  allowed_updates: z.array(z.string()).optional(),
  last_error_date: z.int().optional(),
  last_error_message: z.string().optional(),
})
export type WebhookInfo = z.infer<typeof WebhookInfo>

/** The result of an operation or action that returns no data. */
export const Done = z.literal(true)

export const MemberCount = z.int().describe('The number of people and bots of a group, or of subscribers of a channel.')

export const UnconfirmedUpdate = z.object({
  update_id: z.int(),
  type: z.string().describe('The type of the update, such as `message`.'),
  times: z.int().describe('How many getUpdates calls in a row were answered with this update first.'),
  advice: z.string().describe('What to do if the bot gets the update again and again.'),
})
export type UnconfirmedUpdate = z.infer<typeof UnconfirmedUpdate>

/** What the one who runs a bot's program reports of it. */
export const ProgramReport = z.strictObject({
  bot: z.union([z.int(), z.string()]),
  how: z
    .enum(['started', 'wrote', 'threw', 'ended'])
    .describe('`threw`: a handler of updates in the process of a test threw an error.'),
  command: z.string().optional(),
  changed: z.string().optional().describe('The file whose change caused the restart.'),
  lines: z.array(z.string()).readonly().optional(),
  error: z.string().optional().describe('The first line of the error that the program wrote or threw.'),
  code: z.int().nullish(),
  signal: z.string().nullish(),
  restarts_in: z.number().nullish().describe('Seconds until the next start; null if the program is not started again.'),
})
export type ProgramReport = z.infer<typeof ProgramReport>
