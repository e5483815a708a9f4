// A bot's profile, as a person meets it.

import { privateChat } from '../../messenger/chats/chat.ts'
import { personNamed } from '../../messenger/users/named.ts'
import { presentWebhook } from '../../messenger/webhooks/present-webhook.ts'
import type { Read } from '../../messenger/world.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export function viewProfile(read: Read, bot: BotRow, as: string | undefined) {
  const started = as !== undefined && Boolean(privateChat(read, bot.id, personNamed(read, as).id)?.started)
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
    webhook: presentWebhook(read, bot),
  }
}
