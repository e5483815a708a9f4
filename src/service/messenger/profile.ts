// Changes a bot's profile.

import type { BotRow } from '../store/tables/bots.ts'
import type { Tx } from './world.ts'

type Profile = Partial<Pick<BotRow, 'description' | 'short_description' | 'commands'>>

export function changeProfile(tx: Tx, bot: BotRow, changes: Profile) {
  tx.store.bots.change(bot, changes)
  tx.emit({ type: 'bot', bot: bot.id })
}

export function renameBot(tx: Tx, bot: BotRow, first_name: string) {
  tx.store.users.change(bot, { first_name })
  tx.emit({ type: 'bot', bot: bot.id })
}
