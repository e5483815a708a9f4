// What travels on the wire: the service's objects, field for field.

import type { AdminRight, Permission } from './rights.ts'

export interface User {
  id: number
  is_bot: boolean
  first_name: string
  last_name?: string
  username?: string
  language_code?: string
}

export interface BotUser extends User {
  can_join_groups: boolean
  can_read_all_group_messages: boolean
  supports_inline_queries: boolean
}

export interface Chat {
  id: number
  type: 'private' | 'group' | 'supergroup' | 'channel'
  first_name?: string
  last_name?: string
  username?: string
  title?: string
}

export interface FullChat extends Chat {
  description?: string
  permissions?: Record<Permission, boolean>
  linked_chat_id?: number
}

export type MemberStatus = 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked'

export interface ChatMember extends Partial<Record<AdminRight, boolean>> {
  user: User
  status: MemberStatus
  is_member?: boolean
  can_send_messages?: boolean
  until_date?: number
  can_read_all_group_messages?: boolean
  custom_title?: string
}

export interface InlineButton {
  text: string
  callback_data?: string
  url?: string
}

export interface InlineKeyboardMarkup {
  inline_keyboard: InlineButton[][]
}

export interface ReplyKeyboardMarkup {
  keyboard: { text: string }[][]
}

export interface ReplyKeyboardRemove {
  remove_keyboard: true
}

export type ReplyMarkup = InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove

export interface PhotoSize {
  file_id: string
  file_unique_id: string
  file_size: number
  width: number
  height: number
}

export interface MediaFile {
  file_id: string
  file_unique_id: string
  file_size: number
  mime_type: string
  file_name: string
}

export interface MessageEntity {
  type: 'bot_command'
  offset: number
  length: number
}

export interface Message {
  message_id: number
  from?: User
  sender_chat?: Chat
  chat: Chat
  date: number
  edit_date?: number
  reply_to_message?: Message
  text?: string
  entities?: MessageEntity[]
  caption?: string
  photo?: PhotoSize[]
  audio?: MediaFile
  video?: MediaFile
  document?: MediaFile
  new_chat_members?: User[]
  left_chat_member?: User
  reply_markup?: InlineKeyboardMarkup
}

export interface CallbackQuery {
  id: string
  from: User
  message: Message
  chat_instance: string
  data: string
}

export interface ChatMemberUpdated {
  chat: Chat
  from: User
  date: number
  old_chat_member: ChatMember
  new_chat_member: ChatMember
}

export interface WebhookInfo {
  url: string
  has_custom_certificate: boolean
  pending_update_count: number
  max_connections?: number
  allowed_updates?: string[]
  last_error_date?: number
  last_error_message?: string
}
