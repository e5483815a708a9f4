// A bot's profile, as a person meets it.

import { privateChat } from '../../messenger/chats/chat.ts'
import { botNamed, personNamed } from '../../messenger/users/named.ts'
import { presentWebhook } from '../../messenger/webhooks/present-webhook.ts'
import { view } from './view.ts'

export const botProfile = view({
  path: '/bots/:bot/profile',
  query: { as: 'ref' },
  result: 'ProfileView',
  find({ read }, { bot: ref, as }) {
    const bot = botNamed(read, ref)
    const person = as === undefined ? undefined : personNamed(read, as)
    const { first_name: name, username, short_description, description } = bot
    return {
      name,
      username,
      commands: JSON.parse(bot.commands),
      description,
      short_description,
      started: person !== undefined && privateChat(read, bot.id, person.id)?.started === 1,
      public_page: { name, username, short_description },
      webhook: presentWebhook(read, bot),
    }
  },
})
