// A bot's profile, as a person meets it.

import type { BotRow } from '../store/bots.ts'
import { privateChat } from '../world/chat.ts'
import { personNamed } from '../world/named.ts'
import { presentWebhook } from '../world/present/webhook.ts'
import type { World } from '../world/world.ts'

export function viewProfile(world: World, bot: BotRow, as: string | undefined) {
  const started = as !== undefined && Boolean(privateChat(world, bot.id, personNamed(world, as).id)?.started)
  const { first_name: name, username, short_description } = bot
  return {
    name,
    username,
    commands: JSON.parse(bot.commands) as { command: string; description: string }[],
    /** Shown before the start; afterwards the chat stands in its place. */
    description: bot.description,
    short_description,
    started,
    public_page: { name, username, short_description },
    webhook: presentWebhook(world, bot),
  }
}
