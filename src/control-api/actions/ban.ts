// ban: an administrator bans somebody, who is removed if there.

import * as z from 'zod'
import { memberOf } from '../../messenger/chats/chat.ts'
import { changeMember } from '../../messenger/members/membership.ts'
import { requireAdminRight, requireFounded, requireReach } from '../../messenger/members/person-rights.ts'
import { actorNamed, sharedChatByRef, userNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const ban = action({
  name: 'ban',
  summary: 'Bans a person or bot from a group or channel.',
  params: z.strictObject({ as: p.ref, chat: p.ref, who: p.ref }),
  result: 'Done',
  run(tx, { as, chat: ref, who }) {
    const person = actorNamed(tx, as)
    const chat = requireFounded(sharedChatByRef(tx, ref))
    const target = userNamed(tx, who)
    requireAdminRight(tx, person, chat, 'can_restrict_members', `ban ${target.first_name}`)
    requireReach(tx, person, chat, target, 'ban')
    if (memberOf(tx, chat, target.id)?.status !== 'kicked') {
      changeMember(tx, chat, target, person, { status: 'kicked' })
    }
    return true
  },
})
