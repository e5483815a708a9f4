// demote: an administrator becomes an ordinary member again; a bot in a channel goes, as it can be nothing less there.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { memberOf } from '../../messenger/chats/chat.ts'
import { changeMember, statusOutOfOffice } from '../../messenger/members/membership.ts'
import { requireAdminRight, requireFounded, requireReach } from '../../messenger/members/person-rights.ts'
import { actorNamed, sharedChatByRef, userNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const demote = action({
  name: 'demote',
  summary: "Takes an administrator's rights away.",
  params: z.strictObject({ as: p.ref, chat: p.ref, who: p.ref }),
  result: 'Done',
  run(tx, { as, chat: ref, who }) {
    const person = actorNamed(tx, as)
    const chat = requireFounded(sharedChatByRef(tx, ref))
    const target = userNamed(tx, who)
    requireAdminRight(tx, person, chat, 'can_promote_members', `demote ${target.first_name}`)
    requireReach(tx, person, chat, target, 'demote')
    const member = memberOf(tx, chat, target.id)
    if (member?.status !== 'administrator') {
      throw new Problem(
        'not-an-administrator',
        `${target.first_name} is no administrator of ${chat.title}.`,
        'See the members of the chat.',
      )
    }
    changeMember(tx, chat, target, person, { status: statusOutOfOffice(chat, member) })
    return true
  },
})
