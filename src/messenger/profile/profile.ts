// What a bot shows of itself.

import type { BotRow } from '../../store/tables/bots.ts'
import type { World } from '../world.ts'

type Profile = Partial<Pick<BotRow, 'description' | 'short_description' | 'commands'>>

export function changeProfile(world: World, bot: BotRow, changes: Profile) {
  world.store.bots.change(bot, changes)
  world.happened({ type: 'bot', bot: bot.id })
}

export function renameBot(world: World, bot: BotRow, first_name: string) {
  world.store.users.change(bot, { first_name })
  world.happened({ type: 'bot', bot: bot.id })
}
