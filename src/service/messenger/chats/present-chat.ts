// Converts a chat for the bot API: short inside messages, full in getChat.

import { unpackPermissions } from '../../rules/rights.ts'
import type { Chat, FullChat } from '../../rules/shapes.ts'
import type { Read } from '../world.ts'
import type { Chat as WorldChat } from './chat.ts'

/** Converts a chat to its short form. A private chat has the id and the name of the person. */
export function presentChat(chat: WorldChat): Chat {
  if (chat.kind === 'private') {
    return {
      id: chat.person,
      type: 'private',
      first_name: chat.first_name,
      ...(chat.last_name !== null && { last_name: chat.last_name }),
      ...(chat.username !== null && { username: chat.username }),
    }
  }
  return {
    id: chat.chat,
    type: chat.type,
    title: chat.title,
    ...(chat.username !== null && { username: chat.username }),
  }
}

export function presentFullChat(read: Read, chat: WorldChat): FullChat {
  const short = presentChat(chat)
  if (chat.kind === 'private' || chat.kind === 'comments') return short
  const description = chat.description ? { description: chat.description } : {}
  if (chat.kind === 'group') return { ...short, ...description, permissions: unpackPermissions(chat.permissions) }
  const comments = read.store.chats.commentsOf(chat.chat)
  return { ...short, ...description, ...(comments && { linked_chat_id: comments.chat }) }
}
