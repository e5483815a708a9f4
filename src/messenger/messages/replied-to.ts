// The message that another answers, if the one who reads may read it too.

import type { MessageRow } from '../../store/tables/messages.ts'
import type { Chat } from '../chats/chat.ts'
import type { Reader } from '../users/present-user.ts'
import type { Read } from '../world.ts'
import { mayRead } from './may-read.ts'

export function repliedTo(read: Read, reader: Reader, chat: Chat, { reply_to }: MessageRow): MessageRow | undefined {
  const target = reply_to === null ? undefined : read.store.messages.get(chat.chat, reply_to)
  return target && (!reader || mayRead(read, reader, chat, target)) ? target : undefined
}
