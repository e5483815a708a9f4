// tap: a person taps a key of the active reply keyboard, which sends its text.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { personChat } from '../../messenger/chats/person-chat.ts'
import { chatToWriteTo, sendAsPerson } from '../../messenger/messages/send-as-person.ts'
import { actorNamed, botNamed } from '../../messenger/users/named.ts'
import { viewMessage } from '../build-views/message.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const tap = action({
  name: 'tap',
  summary: 'Taps a key of the active reply keyboard.',
  params: z.strictObject({ as: p.ref, bot: p.ref, key: z.string() }),
  result: 'MessageView',
  run(tx, { as, bot: ref, key }) {
    const person = actorNamed(tx, as)
    const bot = botNamed(tx, ref)
    const open = personChat(tx, person, bot.id)
    const rows =
      open.kind === 'private' && open.reply_keyboard ? (JSON.parse(open.reply_keyboard) as { text: string }[][]) : []
    const keys = rows.flat().map((one) => one.text)
    if (!keys.includes(key)) {
      const hint = keys.length ? `There are: ${keys.join(', ')}.` : 'No reply keyboard is active there.'
      throw new Problem('no-such-key', `There is no key "${key}" in the chat with ${bot.first_name}.`, hint)
    }
    const chat = chatToWriteTo(tx, person, bot.id, 'text')
    return viewMessage(tx, chat, sendAsPerson(tx, person, chat, { text: key }))
  },
})
