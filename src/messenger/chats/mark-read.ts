// How far a person has read a chat.

import type { UserRow } from '../../store/tables/users.ts'
import type { World } from '../world.ts'
import type { Chat } from './chat.ts'

export function markRead(world: World, person: UserRow, chat: Chat, upTo: number) {
  if (chat.kind === 'private') world.store.privateChats.change(chat, { last_read: upTo })
  else if (chat.kind === 'comments') world.store.members.readComments(chat.channel!, person.id, upTo)
  else world.store.members.read(chat.chat, person.id, upTo)
}
