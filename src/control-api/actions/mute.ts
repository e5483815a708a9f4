// mute: an administrator takes a member's voice in a group, for a time or without end.

import * as z from 'zod'
import { changeMember } from '../../messenger/members/membership.ts'
import { muteEnd } from '../../messenger/members/mute-end.ts'
import {
  requireAdminRight,
  requireGroup,
  requireMember,
  requireNoAdmin,
  requireReach,
} from '../../messenger/members/person-rights.ts'
import { actorNamed, sharedChatByRef, userNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const mute = action({
  name: 'mute',
  summary: 'Mutes a member of a group; until_date is in Unix seconds.',
  params: z.strictObject({ as: p.ref, chat: p.ref, who: p.ref, until_date: z.int().optional() }),
  result: 'Done',
  run(tx, { as, chat: ref, who, until_date }) {
    const person = actorNamed(tx, as)
    const chat = requireGroup(sharedChatByRef(tx, ref))
    const target = userNamed(tx, who)
    requireAdminRight(tx, person, chat, 'can_restrict_members', `mute ${target.first_name}`)
    requireMember(tx, target, chat)
    requireReach(tx, person, chat, target, 'mute')
    requireNoAdmin(tx, chat, target)
    changeMember(tx, chat, target, person, { muted_until: muteEnd(tx, until_date) })
    return true
  },
})
