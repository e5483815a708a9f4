// Every view of the world, one line each: reachable from HTTP, the client, scenarios and the library at once.

import type { DeclaredView, ParamsOf, ResultOf } from '../../contract/declared.ts'
import { bot } from './bot.ts'
import { botDeliveries } from './bot-deliveries.ts'
import { botDelivery } from './bot-delivery.ts'
import { botLimits } from './bot-limits.ts'
import { botProfile } from './bot-profile.ts'
import { botUpdates } from './bot-updates.ts'
import { bots } from './bots.ts'
import { calls } from './calls.ts'
import { chat } from './chat.ts'
import { chatMember } from './chat-member.ts'
import { chatMembers } from './chat-members.ts'
import { chatMessages } from './chat-messages.ts'
import { chats } from './chats.ts'
import { cursor } from './cursor.ts'
import { faults } from './faults.ts'
import { oneDelivery } from './one-delivery.ts'
import { service } from './service.ts'
import { snapshots } from './snapshots.ts'
import { user } from './user.ts'
import { userChat } from './user-chat.ts'
import { userChats } from './user-chats.ts'
import { users } from './users.ts'

export const VIEWS = [
  bots,
  users,
  chats,
  bot,
  user,
  chat,
  chatMessages,
  chatMembers,
  chatMember,
  userChats,
  userChat,
  botUpdates,
  botDelivery,
  botDeliveries,
  oneDelivery,
  botProfile,
  botLimits,
  faults,
  service,
  snapshots,
  cursor,
  calls,
] as const satisfies readonly DeclaredView[]

type Listed = (typeof VIEWS)[number]

export type ViewPath = Listed['path']

/** What each view takes: the references of its path, and the words of its query. */
export type ViewParams = {
  [V in Listed as V['path']]: ParamsOf<V>
}

/** What each view shows. */
export type ViewResults = { [V in Listed as V['path']]: ResultOf<V['result']> }
