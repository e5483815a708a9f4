// promote: makes a person or bot an administrator, bringing it in where it is no member yet.

import * as z from 'zod'
import { memberOf } from '../../messenger/chats/chat.ts'
import { requireMayJoinGroups } from '../../messenger/chats/create-chat.ts'
import { changeMember, subscriptionInOffice } from '../../messenger/members/membership.ts'
import {
  requireAdminRight,
  requireFounded,
  requireNotBanned,
  requireReach,
} from '../../messenger/members/person-rights.ts'
import { actorNamed, sharedChatByRef, userNamed } from '../../messenger/users/named.ts'
import { packRights } from '../../spec/rights.ts'
import { viewMember } from '../build-views/people.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const promote = action({
  name: 'promote',
  summary: 'Makes a person or bot an administrator with exactly the rights named.',
  params: z.strictObject({
    as: p.ref,
    chat: p.ref,
    who: p.ref,
    rights: p.rights.default({}),
    custom_title: z.string().optional(),
  }),
  result: 'MemberView',
  run(tx, { as, chat: ref, who, rights, custom_title }) {
    const person = actorNamed(tx, as)
    const chat = requireFounded(sharedChatByRef(tx, ref))
    const target = userNamed(tx, who)
    requireAdminRight(tx, person, chat, 'can_promote_members', `promote ${target.first_name}`)
    requireReach(tx, person, chat, target, 'promote')
    const member = memberOf(tx, chat, target.id)
    requireNotBanned(chat, target, member)
    if (chat.kind === 'group') requireMayJoinGroups(tx, target)
    const promoted = changeMember(tx, chat, target, person, {
      status: 'administrator',
      rights: packRights(rights),
      custom_title: custom_title || null,
      subscribed: subscriptionInOffice(chat, member),
    })
    return viewMember(tx, promoted)
  },
})
