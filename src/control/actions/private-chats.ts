// The actions start, block and unblock: the private chat of a person and a bot.

import * as z from 'zod'
import { setBlocked, startChat } from '../../service/messenger/chats/private-chat.ts'
import { sendAsPerson } from '../../service/messenger/messages/send-as-person.ts'
import { requireActor, requireBot } from '../../service/messenger/users/find-by-ref.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import { viewMessage } from '../present/chats.ts'
import { action } from './action.ts'
import * as p from './params.ts'

const blocking = (summary: string, isBlocked: boolean) =>
  action({
    summary,
    params: z.strictObject({ as: p.actor, bot: p.bot }),
    result: 'Done',
    example: { as: 'alice', bot: 'greeter' },
    updates: ['my_chat_member'],
    run(tx, { as, bot }) {
      setBlocked(tx, requireBot(tx, bot), requireActor(tx, as), isBlocked)
    },
  })

export const privateChats = {
  start: action({
    summary: 'Starts a bot: opens the private chat and sends /start.',
    params: z.strictObject({
      as: p.actor,
      bot: p.bot,
      payload: z
        .string()
        .max(LIMITS.textPoints - '/start '.length)
        .optional()
        .describe('The payload of a deep link, which the bot gets after /start.'),
    }),
    result: 'MessageView',
    example: { as: 'alice', bot: 'greeter' },
    updates: ['message'],
    run(tx, { as, bot, payload }) {
      const person = requireActor(tx, as)
      const chat = startChat(tx, requireBot(tx, bot), person)
      return viewMessage(tx, chat, sendAsPerson(tx, person, chat, { text: payload ? `/start ${payload}` : '/start' }))
    },
  }),
  block: blocking('Blocks a bot.', true),
  unblock: blocking('Unblocks a bot.', false),
}
