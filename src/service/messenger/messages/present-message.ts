// Converts a stored message to a Message of the bot API.

import type { InlineButton, Message, MessageEntity } from '../../rules/shapes.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import type { Chat } from '../chats/chat.ts'
import { presentChat } from '../chats/present-chat.ts'
import { presentFile } from '../files/file-id.ts'
import { presentUser, presentUserId, type Reader } from '../users/present-user.ts'
import type { Read } from '../world.ts'
import { mayRead } from './may-read.ts'

/** The user ids in a stored message about members who joined or left. */
export interface ServiceMessage {
  new_chat_members?: number[]
  left_chat_member?: number
}

export function presentMessage(read: Read, reader: Reader, chat: Chat, row: MessageRow): Message {
  const message = presentWithoutReply(read, reader, chat, row)
  const target = findReadableTarget(read, reader, chat, row)
  if (target) message.reply_to_message = presentWithoutReply(read, reader, chat, target)
  return message
}

/** Finds the message that a message replies to. Returns undefined if the bot may not read it. */
function findReadableTarget(read: Read, reader: Reader, chat: Chat, { reply_to }: MessageRow): MessageRow | undefined {
  const target = reply_to === null ? undefined : read.store.messages.get(chat.chat, reply_to)
  return target && (!reader || mayRead(read, reader, chat, target)) ? target : undefined
}

function presentWithoutReply(read: Read, reader: Reader, chat: Chat, row: MessageRow): Message {
  const shortChat = presentChat(chat)
  const from = chat.kind === 'channel' ? undefined : presentAuthor(read, reader, row.author)
  const message: Message = {
    message_id: row.message_id,
    ...(from ? { from } : { sender_chat: shortChat }),
    chat: shortChat,
    date: row.date,
  }
  if (row.edit_date !== null) message.edit_date = row.edit_date
  if (row.text !== null) {
    message.text = row.text
    const entities = from?.is_bot || !read.service.command_entities ? [] : commandEntities(row.text)
    if (entities.length) message.entities = entities
  }
  if (row.file !== null) Object.assign(message, presentFile(read, reader, row.chat, row.file))
  if (row.caption !== null) message.caption = row.caption
  if (row.service !== null) Object.assign(message, presentService(read, JSON.parse(row.service)))
  if (row.keyboard !== null) message.reply_markup = { inline_keyboard: JSON.parse(row.keyboard) as InlineButton[][] }
  return message
}

function presentAuthor(read: Read, reader: Reader, id: number) {
  return reader?.id === id ? presentUser(reader) : presentUserId(read, id)
}

function presentService(read: Read, service: ServiceMessage): Partial<Message> {
  const { new_chat_members, left_chat_member } = service
  return {
    ...(new_chat_members && { new_chat_members: new_chat_members.map((id) => presentUserId(read, id)) }),
    ...(left_chat_member !== undefined && { left_chat_member: presentUserId(read, left_chat_member) }),
  }
}

const COMMAND = /(?<=^|[\s(])\/\w{1,32}(?:@\w{1,64})?(?!\w)/g

export function commandEntities(text: string): MessageEntity[] {
  if (!text.includes('/')) return []
  return [...text.matchAll(COMMAND)].map(({ 0: command, index }) => ({
    type: 'bot_command',
    offset: index,
    length: command.length,
  }))
}
