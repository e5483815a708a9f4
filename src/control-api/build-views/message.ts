// A message as people and tools see it.

import type { MessageView } from '../../contract/messages.ts'
import type { Chat } from '../../messenger/chats/chat.ts'
import { presentMessage } from '../../messenger/messages/present-message.ts'
import type { Read } from '../../messenger/world.ts'
import type { MessageRow } from '../../store/tables/messages.ts'

export function viewMessage(read: Read, chat: Chat, row: MessageRow): MessageView {
  const { id, handle, first_name, is_bot } = read.store.users.known(row.author)
  return { ...presentMessage(read, null, chat, row), author: { id, handle, first_name, is_bot: is_bot === 1 } }
}
