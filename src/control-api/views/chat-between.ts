// The chat that a path means: a shared one, or, with `?bot=`, the private chat of a person with that bot.

import { Problem } from '../../lib/problem.ts'
import { type Chat, privateChat } from '../../messenger/chats/chat.ts'
import { botNamed, personNamed, sharedChatByRef } from '../../messenger/users/named.ts'
import type { Read } from '../../messenger/world.ts'

export function chatBetween(read: Read, ref: string, botRef: string | undefined): Chat {
  if (botRef === undefined) return sharedChatByRef(read, ref)
  const person = personNamed(read, ref)
  const bot = botNamed(read, botRef)
  const chat = privateChat(read, bot.id, person.id)
  if (chat) return chat
  throw new Problem('not-started', `${person.first_name} has not started ${bot.first_name}.`, 'Use start first.')
}
