// join: a person joins a group or subscribes to a channel, by its link.

import * as z from 'zod'
import { isPresent, memberOf } from '../../messenger/chats/chat.ts'
import { changeMember } from '../../messenger/members/membership.ts'
import { requireFounded, requireNotBanned } from '../../messenger/members/person-rights.ts'
import { actorNamed, sharedChatByRef } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const join = action({
  name: 'join',
  summary: 'Joins a group or subscribes to a channel by its link.',
  params: z.strictObject({ as: p.ref, chat: p.ref }),
  result: 'Done',
  run(tx, { as, chat: ref }) {
    const person = actorNamed(tx, as)
    const chat = requireFounded(sharedChatByRef(tx, ref))
    const member = memberOf(tx, chat, person.id)
    requireNotBanned(chat, person, member)
    if (isPresent(member)) {
      if (member.subscribed) return true
      changeMember(tx, chat, person, person, { subscribed: 1 })
    } else changeMember(tx, chat, person, person, { status: 'member', subscribed: 1 })
    return true
  },
})
