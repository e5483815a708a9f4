// unmute: an administrator gives a muted member the voice back.

import * as z from 'zod'
import { isMuted } from '../../messenger/chats/chat.ts'
import { changeMember } from '../../messenger/members/membership.ts'
import { requireAdminRight, requireGroup, requireMember } from '../../messenger/members/person-rights.ts'
import { actorNamed, sharedChatByRef, userNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const unmute = action({
  name: 'unmute',
  summary: 'Lifts a mute.',
  params: z.strictObject({ as: p.ref, chat: p.ref, who: p.ref }),
  result: 'Done',
  run(tx, { as, chat: ref, who }) {
    const person = actorNamed(tx, as)
    const chat = requireGroup(sharedChatByRef(tx, ref))
    const target = userNamed(tx, who)
    requireAdminRight(tx, person, chat, 'can_restrict_members', `unmute ${target.first_name}`)
    const member = requireMember(tx, target, chat)
    if (isMuted(tx, member)) changeMember(tx, chat, target, person, { muted_until: null })
    return true
  },
})
