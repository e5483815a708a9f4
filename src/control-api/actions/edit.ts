// edit: a person changes her own message; in a channel, with the right to it, another's post.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { longerThan } from '../../lib/text.ts'
import { mayAsAdmin, memberOf } from '../../messenger/chats/chat.ts'
import { messageIn, personChat } from '../../messenger/chats/person-chat.ts'
import { requirePersonPassesFilter } from '../../messenger/messages/content-filter.ts'
import { editMessage, withText } from '../../messenger/messages/edit-message.ts'
import { actorNamed } from '../../messenger/users/named.ts'
import { LIMITS } from '../../spec/limits.ts'
import { viewMessage } from '../build-views/message.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const edit = action({
  name: 'edit',
  summary: 'Edits a message as its author.',
  params: z.strictObject({ as: p.ref, chat: p.ref, message_id: p.messageId, text: p.text }),
  result: 'MessageView',
  run(tx, { as, chat: ref, message_id, text }) {
    const person = actorNamed(tx, as)
    const chat = personChat(tx, person, ref)
    const row = messageIn(tx, chat, message_id)
    const othersToo = chat.kind === 'channel' && mayAsAdmin(memberOf(tx, chat, person.id), 'can_edit_messages')
    if (row.service !== null || (row.author !== person.id && !othersToo)) {
      throw new Problem(
        'not-the-author',
        `Message ${message_id} is not ${person.first_name}'s to edit.`,
        'Edit as its author.',
      )
    }
    if (row.file !== null && longerThan(text, LIMITS.captionPoints)) {
      throw new Problem('too-long', `A caption has at most ${LIMITS.captionPoints} characters.`, 'Shorten it.')
    }
    requirePersonPassesFilter(tx, chat, text)
    return viewMessage(tx, chat, editMessage(tx, chat, person, row, withText(row, text)))
  },
})
