// The actions join, leave and add.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { isPresent, memberOf } from '../../service/messenger/chats/chat.ts'
import { requireMayJoinGroups, requireMaySubscribe } from '../../service/messenger/chats/create-chat.ts'
import { changeMember } from '../../service/messenger/members/membership.ts'
import {
  requireMember,
  requireNotBanned,
  requireOwnMembers,
  requireRightOrPermission,
} from '../../service/messenger/members/person-rights.ts'
import { requireActor, requireSharedChat, requireUser } from '../../service/messenger/users/find-by-ref.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const members = {
  join: action({
    summary: 'Joins a group, or subscribes to a channel.',
    params: z.strictObject({ as: p.actor, chat: p.sharedChat }),
    result: 'Done',
    example: { as: 'bob', chat: 'team' },
    updates: ['chat_member', 'message'],
    run(tx, { as, chat: ref }) {
      const person = requireActor(tx, as)
      const chat = requireOwnMembers(requireSharedChat(tx, ref))
      const member = memberOf(tx, chat, person.id)
      requireNotBanned(chat, person, member)
      if (!isPresent(member)) changeMember(tx, chat, person, person, { status: 'member' })
    },
  }),
  leave: action({
    summary: 'Leaves a group or channel.',
    params: z.strictObject({ as: p.actor, chat: p.sharedChat }),
    result: 'Done',
    example: { as: 'bob', chat: 'team' },
    updates: ['chat_member', 'message'],
    run(tx, { as, chat: ref }) {
      const person = requireActor(tx, as)
      const chat = requireOwnMembers(requireSharedChat(tx, ref))
      if (requireMember(tx, person, chat).status === 'creator') {
        const hint = 'Set another owner with updateChat first.'
        throw new Problem('owner-stays', `${person.first_name} owns ${chat.title} and cannot leave it.`, hint)
      }
      changeMember(tx, chat, person, person, { status: 'left' })
    },
  }),
  add: action({
    summary: 'Adds a person or a bot to a group, or a person to a channel.',
    params: z.strictObject({ as: p.actor, chat: p.sharedChat, who: p.outsider }),
    result: 'Done',
    example: { as: 'alice', chat: 'team', who: 'greeter' },
    updates: ['chat_member', 'my_chat_member', 'message'],
    run(tx, { as, chat: ref, who }) {
      const person = requireActor(tx, as)
      const chat = requireOwnMembers(requireSharedChat(tx, ref))
      const newcomer = requireUser(tx, who)
      requireRightOrPermission(tx, person, chat, 'can_invite_users', 'add people')
      if (chat.kind === 'channel') requireMaySubscribe(newcomer)
      else requireMayJoinGroups(tx, newcomer)
      const member = memberOf(tx, chat, newcomer.id)
      requireNotBanned(chat, newcomer, member)
      if (!isPresent(member)) changeMember(tx, chat, newcomer, person, { status: 'member' })
    },
  }),
}
