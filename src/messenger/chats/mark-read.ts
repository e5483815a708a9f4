// How far a person has read a chat.

import type { UserRow } from '../../store/tables/users.ts'
import type { Tx } from '../world.ts'
import type { Chat } from './chat.ts'

export function markRead(tx: Tx, person: UserRow, chat: Chat, upTo: number) {
  if (chat.kind === 'private') tx.store.privateChats.change(chat, { last_read: upTo })
  else if (chat.kind === 'comments') tx.store.members.readComments(chat.channel, person.id, upTo)
  else tx.store.members.read(chat.chat, person.id, upTo)
}
