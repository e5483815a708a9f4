// send: a person writes to a bot, in a group, as a comment, or posts to a channel.

import * as z from 'zod'
import { chatToWriteTo, sendAsPerson } from '../../messenger/messages/send-as-person.ts'
import { actorNamed } from '../../messenger/users/named.ts'
import { viewMessage } from '../build-views/message.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const send = action({
  name: 'send',
  summary: 'Sends a text as a person.',
  params: z.strictObject({ as: p.ref, to: p.ref, text: p.text, reply_to: p.messageId.optional() }),
  result: 'MessageView',
  run(tx, { as, to, text, reply_to }) {
    const person = actorNamed(tx, as)
    const chat = chatToWriteTo(tx, person, to, 'text')
    return viewMessage(tx, chat, sendAsPerson(tx, person, chat, { text, reply_to: reply_to ?? null }))
  },
})
