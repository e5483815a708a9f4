// start: a person presses Start; a block is lifted by it.

import * as z from 'zod'
import { startChat } from '../../messenger/chats/private-chat.ts'
import { sendAsPerson } from '../../messenger/messages/send-as-person.ts'
import { actorNamed, botNamed } from '../../messenger/users/named.ts'
import { viewMessage } from '../build-views/message.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const start = action({
  name: 'start',
  summary: 'Starts a bot: opens the private chat and sends /start.',
  params: z.strictObject({ as: p.ref, bot: p.ref, payload: z.string().optional() }),
  result: 'MessageView',
  run(tx, { as, bot, payload }) {
    const person = actorNamed(tx, as)
    const chat = startChat(tx, botNamed(tx, bot), person)
    return viewMessage(tx, chat, sendAsPerson(tx, person, chat, { text: payload ? `/start ${payload}` : '/start' }))
  },
})
