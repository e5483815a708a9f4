// The pinned message: a chat has at most one.

import type { Chat } from '../chats/chat.ts'
import type { World } from '../world.ts'

export function pinMessage(world: World, chat: Chat, messageId: number | null) {
  if (chat.pinned_message_id === messageId) return
  if (chat.kind === 'private') world.store.privateChats.change(chat, { pinned_message_id: messageId })
  else world.store.chats.pin(chat.chat, messageId)
  world.happened({ type: 'chat', chat: chat.chat })
}
