// Starts, blocks and unblocks a person's chat with a bot.

import type { ChatMember } from '../../rules/shapes.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { withClientFields } from '../service/client-fields.ts'
import { queueUpdate } from '../updates/update-queue.ts'
import { presentUser } from '../users/present-user.ts'
import type { Tx } from '../world.ts'
import { type PrivateChat, privateChat } from './chat.ts'
import { presentChat } from './present-chat.ts'

function openPrivateChat(tx: Tx, bot: BotRow, person: UserRow): PrivateChat {
  const open = privateChat(tx, bot.id, person.id)
  if (open) return open
  tx.store.privateChats.open(bot.id, person.id)
  return privateChat(tx, bot.id, person.id)!
}

/** Starts a private chat, so that the bot may write to the person. Ends an earlier block. */
export function startChat(tx: Tx, bot: BotRow, person: UserRow): PrivateChat {
  const chat = setBlocked(tx, bot, person, false)
  if (chat.started) return chat
  tx.store.privateChats.change(chat, { started: 1 })
  tx.store.seenUsers.add(bot.id, person.id)
  return { ...chat, started: 1 }
}

export function setBlocked(tx: Tx, bot: BotRow, person: UserRow, blocked: boolean): PrivateChat {
  const chat = openPrivateChat(tx, bot, person)
  if (Boolean(chat.blocked) === blocked) return chat
  const changed = { ...chat, blocked: blocked ? 1 : 0 } as const
  tx.store.privateChats.change(chat, { blocked: changed.blocked })
  if (chat.started) queueBlockUpdate(tx, bot, person, changed)
  return changed
}

function queueBlockUpdate(tx: Tx, bot: BotRow, person: UserRow, chat: PrivateChat) {
  const memberWith = (status: ChatMember['status']) => withClientFields(tx, status, { user: presentUser(bot), status })
  const [before, after] = chat.blocked ? (['member', 'kicked'] as const) : (['kicked', 'member'] as const)
  queueUpdate(tx, bot, 'my_chat_member', () => ({
    chat: presentChat(chat),
    from: presentUser(person),
    date: tx.clock.seconds(),
    old_chat_member: memberWith(before),
    new_chat_member: memberWith(after),
  }))
}
