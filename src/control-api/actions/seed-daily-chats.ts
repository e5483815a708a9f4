// seedDailyChats: as if the bot had addressed so many distinct chats today.

import * as z from 'zod'
import { seedChatsOfTheDay } from '../../messenger/limits/message-limits.ts'
import { botNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const seedDailyChats = action({
  name: 'seedDailyChats',
  summary: 'Sets how many distinct chats a bot has addressed today.',
  params: z.strictObject({ bot: p.ref, count: z.int().min(0) }),
  result: 'Done',
  run(tx, { bot, count }) {
    seedChatsOfTheDay(tx, botNamed(tx, bot), count)
    return true
  },
})
