// The pinned message: a chat has at most one.

import type { Chat } from '../chats/chat.ts'
import type { Tx } from '../world.ts'

export function pinMessage(tx: Tx, chat: Chat, messageId: number | null) {
  if (chat.pinned_message_id === messageId) return
  if (chat.kind === 'private') tx.store.privateChats.change(chat, { pinned_message_id: messageId })
  else tx.store.chats.pin(chat.chat, messageId)
  tx.emit({ type: 'chat', chat: chat.chat })
}
