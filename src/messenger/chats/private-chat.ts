// What a person does to her chat with a bot as a whole: opening, starting, blocking.

import type { MemberStatus } from '../../spec/shapes.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { queueUpdate } from '../updates/queue-update.ts'
import { presentUser } from '../users/present-user.ts'
import type { World } from '../world.ts'
import { type PrivateChat, privateChat } from './chat.ts'
import { presentChat } from './present-chat.ts'

function openPrivateChat(world: World, bot: BotRow, person: UserRow): PrivateChat {
  const open = privateChat(world, bot.id, person.id)
  if (open) return open
  world.store.privateChats.open(bot.id, person.id)
  return privateChat(world, bot.id, person.id)!
}

/** From here on the bot may write to the person. A block is lifted. */
export function startChat(world: World, bot: BotRow, person: UserRow): PrivateChat {
  const chat = setBlocked(world, bot, person, false)
  if (chat.started) return chat
  world.store.privateChats.change(chat, { started: 1 })
  world.store.seen.add(bot.id, person.id)
  return { ...chat, started: 1 }
}

export function setBlocked(world: World, bot: BotRow, person: UserRow, blocked: boolean): PrivateChat {
  const chat = openPrivateChat(world, bot, person)
  if (Boolean(chat.blocked) === blocked) return chat
  const changed = { ...chat, blocked: blocked ? 1 : 0 } as const
  world.store.privateChats.change(chat, { blocked: changed.blocked })
  if (chat.started) tellStanding(world, bot, person, changed)
  return changed
}

function tellStanding(world: World, bot: BotRow, person: UserRow, chat: PrivateChat) {
  const as = (status: MemberStatus) => ({ user: presentUser(world, bot, bot), status })
  const [before, after] = chat.blocked ? (['member', 'kicked'] as const) : (['kicked', 'member'] as const)
  queueUpdate(world, bot, 'my_chat_member', () => ({
    chat: presentChat(chat),
    from: presentUser(world, bot, person),
    date: world.clock.seconds(),
    old_chat_member: as(before),
    new_chat_member: as(after),
  }))
}
