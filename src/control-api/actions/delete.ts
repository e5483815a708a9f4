// delete: an author deletes her message; in her private chat a person either side's; the owner and admins anyone's.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { mayAsAdmin, memberOf } from '../../messenger/chats/chat.ts'
import { messageIn, personChat } from '../../messenger/chats/person-chat.ts'
import { pinMessage } from '../../messenger/messages/pin.ts'
import { actorNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const deleteMessage = action({
  name: 'delete',
  summary: 'Deletes a message.',
  params: z.strictObject({ as: p.ref, chat: p.ref, message_id: p.messageId }),
  result: 'Done',
  run(tx, { as, chat: ref, message_id }) {
    const person = actorNamed(tx, as)
    const chat = personChat(tx, person, ref)
    const row = messageIn(tx, chat, message_id)
    const mine = row.author === person.id || chat.kind === 'private'
    if (!mine && !mayAsAdmin(memberOf(tx, chat, person.id), 'can_delete_messages')) {
      throw new Problem(
        'no-right',
        `${person.first_name} lacks can_delete_messages in ${chat.title}.`,
        'Delete as the author, the owner or an administrator with the right.',
      )
    }
    tx.store.messages.remove(chat.chat, message_id)
    if (chat.pinned_message_id === message_id) pinMessage(tx, chat, null)
    tx.emit({ type: 'delete', chat: chat.chat, message_id, author: row.author })
    return true
  },
})
