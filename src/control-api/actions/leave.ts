// leave: a person leaves a group or unsubscribes from a channel.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { changeMember } from '../../messenger/members/membership.ts'
import { requireFounded, requireMember } from '../../messenger/members/person-rights.ts'
import { actorNamed, sharedChatByRef } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const leave = action({
  name: 'leave',
  summary: 'Leaves a group or channel.',
  params: z.strictObject({ as: p.ref, chat: p.ref }),
  result: 'Done',
  run(tx, { as, chat: ref }) {
    const person = actorNamed(tx, as)
    const chat = requireFounded(sharedChatByRef(tx, ref))
    if (requireMember(tx, person, chat).status === 'creator') {
      throw new Problem(
        'owner-stays',
        `${person.first_name} owns ${chat.title} and cannot leave it.`,
        'Give it another owner with updateChat first.',
      )
    }
    changeMember(tx, chat, person, person, { status: 'left' })
    return true
  },
})
