// add: a member brings a person or a bot into a group, or the staff a subscriber into a channel.

import * as z from 'zod'
import { isPresent, memberOf } from '../../messenger/chats/chat.ts'
import { requireMayJoinGroups, requireMaySubscribe } from '../../messenger/chats/create-chat.ts'
import { changeMember } from '../../messenger/members/membership.ts'
import { requireFounded, requireNotBanned, requireRightOrPermission } from '../../messenger/members/person-rights.ts'
import { actorNamed, sharedChatByRef, userNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const add = action({
  name: 'add',
  summary: 'Adds a person or a bot to a group, or a person to a channel.',
  params: z.strictObject({ as: p.ref, chat: p.ref, who: p.ref }),
  result: 'Done',
  run(tx, { as, chat: ref, who }) {
    const person = actorNamed(tx, as)
    const chat = requireFounded(sharedChatByRef(tx, ref))
    const newcomer = userNamed(tx, who)
    requireRightOrPermission(tx, person, chat, 'can_invite_users', 'add anybody')
    if (chat.kind === 'channel') requireMaySubscribe(newcomer)
    else requireMayJoinGroups(tx, newcomer)
    const member = memberOf(tx, chat, newcomer.id)
    requireNotBanned(chat, newcomer, member)
    if (!isPresent(member)) changeMember(tx, chat, newcomer, person, { status: 'member', subscribed: 1 })
    return true
  },
})
