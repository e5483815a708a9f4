// unban: an administrator lifts a ban; the person may then come back.

import * as z from 'zod'
import { memberOf } from '../../messenger/chats/chat.ts'
import { changeMember } from '../../messenger/members/membership.ts'
import { requireAdminRight, requireFounded } from '../../messenger/members/person-rights.ts'
import { actorNamed, sharedChatByRef, userNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const unban = action({
  name: 'unban',
  summary: 'Lifts a ban; nobody is added by it.',
  params: z.strictObject({ as: p.ref, chat: p.ref, who: p.ref }),
  result: 'Done',
  run(tx, { as, chat: ref, who }) {
    const person = actorNamed(tx, as)
    const chat = requireFounded(sharedChatByRef(tx, ref))
    const target = userNamed(tx, who)
    requireAdminRight(tx, person, chat, 'can_restrict_members', `unban ${target.first_name}`)
    if (memberOf(tx, chat, target.id)?.status === 'kicked') changeMember(tx, chat, target, person, { status: 'left' })
    return true
  },
})
