// The message that another answers, if the one who reads may read it too.

import type { MessageRow } from '../../store/tables/messages.ts'
import type { Chat } from '../chats/chat.ts'
import type { Reader } from '../users/present-user.ts'
import type { Read } from '../world.ts'

export function repliedTo(read: Read, reader: Reader, chat: Chat, { reply_to }: MessageRow): MessageRow | undefined {
  const target = reply_to === null ? undefined : read.store.messages.get(chat.chat, reply_to)
  return target && isReadable(read, reader, chat, target) ? target : undefined
}

/** Other bots' messages in a group are sealed from a bot, and so is what was written before it joined. */
function isReadable(read: Read, reader: Reader, chat: Chat, target: MessageRow): boolean {
  if (!reader || chat.kind === 'private' || chat.kind === 'channel' || target.author === reader.id) return true
  if (target.service === null && read.store.users.byId(target.author)?.is_bot) return false
  return chat.kind !== 'group' || target.message_id > read.store.members.get(chat.chat, reader.id)!.joined_after
}
