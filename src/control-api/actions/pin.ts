// pin: a person makes a message the pinned one of a chat.

import * as z from 'zod'
import { messageIn, personChat } from '../../messenger/chats/person-chat.ts'
import { requireRightOrPermission } from '../../messenger/members/person-rights.ts'
import { pinMessage } from '../../messenger/messages/pin.ts'
import { actorNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const pin = action({
  name: 'pin',
  summary: 'Pins a message, in place of the one pinned before.',
  params: z.strictObject({ as: p.ref, chat: p.ref, message_id: p.messageId }),
  result: 'Done',
  run(tx, { as, chat: ref, message_id }) {
    const person = actorNamed(tx, as)
    const chat = personChat(tx, person, ref)
    if (chat.kind !== 'private') requireRightOrPermission(tx, person, chat, 'can_pin_messages', 'pin')
    pinMessage(tx, chat, messageIn(tx, chat, message_id).message_id)
    return true
  },
})
