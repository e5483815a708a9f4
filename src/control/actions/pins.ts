// The actions pin and unpin.

import * as z from 'zod'
import { personChat, requireMessage } from '../../service/messenger/chats/person-chat.ts'
import { requireRightOrPermission } from '../../service/messenger/members/person-rights.ts'
import { pinMessage } from '../../service/messenger/messages/edit-message.ts'
import { requireActor } from '../../service/messenger/users/find-by-ref.ts'
import type { Tx } from '../../service/messenger/world.ts'
import { action } from './action.ts'
import * as p from './params.ts'

function requirePinnable(tx: Tx, as: p.Ref, ref: p.Ref, doing: string) {
  const person = requireActor(tx, as)
  const chat = personChat(tx, person, ref)
  if (chat.kind !== 'private') requireRightOrPermission(tx, person, chat, 'can_pin_messages', doing)
  return chat
}

export const pins = {
  pin: action({
    summary: 'Pins a message, in place of the message that was pinned before.',
    params: z.strictObject({ as: p.actor, chat: p.chat, message_id: p.messageId }),
    result: 'Done',
    example: { as: 'alice', chat: 'team', message_id: 1 },
    run(tx, { as, chat: ref, message_id }) {
      const chat = requirePinnable(tx, as, ref, 'pin')
      pinMessage(tx, chat, requireMessage(tx, chat, message_id).message_id)
    },
  }),
  unpin: action({
    summary: 'Unpins the pinned message. A chat has at most one pinned message, so the message is optional.',
    params: z.strictObject({ as: p.actor, chat: p.chat, message_id: p.messageId.optional() }),
    result: 'Done',
    example: { as: 'alice', chat: 'team' },
    run(tx, { as, chat: ref }) {
      const chat = requirePinnable(tx, as, ref, 'unpin')
      pinMessage(tx, chat, null)
    },
  }),
}
