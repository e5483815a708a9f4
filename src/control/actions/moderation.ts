// The actions ban, unban, mute, unmute, promote and demote.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { isMuted, memberOf } from '../../service/messenger/chats/chat.ts'
import { requireMayJoinGroups } from '../../service/messenger/chats/create-chat.ts'
import { changeMember, statusAfterDemotion } from '../../service/messenger/members/membership.ts'
import { muteEnd } from '../../service/messenger/members/moderation-target.ts'
import {
  requireAdminRight,
  requireAuthorityOver,
  requireGroup,
  requireMember,
  requireNotAdmin,
  requireNotBanned,
  requireOwnMembers,
} from '../../service/messenger/members/person-rights.ts'
import { requireActor, requireSharedChat, requireUser } from '../../service/messenger/users/find-by-ref.ts'
import type { Tx } from '../../service/messenger/world.ts'
import { type AdminRight, packRights } from '../../service/rules/rights.ts'
import { viewMember } from '../present/chats.ts'
import { action } from './action.ts'
import * as p from './params.ts'

const EXAMPLE = { as: 'alice', chat: 'team', who: 'bob' }
const UPDATES = ['chat_member', 'my_chat_member'] as const

const target = { as: p.actor, chat: p.sharedChat, who: p.user }
const untilDate = p
  .moment(z.int(), 'The end of the mute. Without it, the mute does not end.')
  .meta({ hint: 'for ever, or e.g. 1h' })
type Params = z.output<z.ZodObject<typeof target>>

function requireModerator(
  tx: Tx,
  { as, chat: ref, who }: Params,
  doing: string,
  right: AdminRight = 'can_restrict_members',
  requireKind = requireOwnMembers,
) {
  const person = requireActor(tx, as)
  const chat = requireKind(requireSharedChat(tx, ref))
  const target = requireUser(tx, who)
  requireAdminRight(tx, person, chat, right, `${doing} ${target.first_name}`)
  return { person, chat, target }
}

const moderating = (summary: string, moderate: (tx: Tx, params: Params) => void, who: typeof p.user = p.user) =>
  action({
    summary,
    params: z.strictObject({ ...target, who }),
    result: 'Done',
    example: EXAMPLE,
    updates: UPDATES,
    run: moderate,
  })

export const moderation = {
  ban: moderating('Bans a person or bot from a group or channel.', (tx, params) => {
    const { person, chat, target } = requireModerator(tx, params, 'ban')
    requireAuthorityOver(tx, person, chat, target, 'ban')
    if (memberOf(tx, chat, target.id)?.status !== 'kicked') changeMember(tx, chat, target, person, { status: 'kicked' })
  }),
  unban: moderating(
    'Lifts a ban, without adding the person or bot again.',
    (tx, params) => {
      const { person, chat, target } = requireModerator(tx, params, 'unban')
      if (memberOf(tx, chat, target.id)?.status === 'kicked') changeMember(tx, chat, target, person, { status: 'left' })
    },
    p.outsider,
  ),
  mute: action({
    summary: 'Mutes a member of a group.',
    params: z.strictObject({ ...target, until_date: untilDate.optional() }),
    result: 'Done',
    example: { ...EXAMPLE, until_date: '1h' },
    updates: UPDATES,
    run(tx, { until_date, ...params }) {
      const { person, chat, target } = requireModerator(tx, params, 'mute', undefined, requireGroup)
      requireMember(tx, target, chat)
      requireAuthorityOver(tx, person, chat, target, 'mute')
      requireNotAdmin(tx, chat, target)
      changeMember(tx, chat, target, person, {
        muted_until: muteEnd(tx, until_date === undefined ? undefined : p.unixSeconds(tx, until_date)),
      })
    },
  }),
  unmute: moderating('Lifts a mute.', (tx, params) => {
    const { person, chat, target } = requireModerator(tx, params, 'unmute', undefined, requireGroup)
    const member = requireMember(tx, target, chat)
    if (isMuted(tx, member)) changeMember(tx, chat, target, person, { muted_until: null })
  }),
  promote: action({
    summary: 'Makes a person or bot an administrator with exactly the passed rights.',
    params: z.strictObject({
      ...target,
      custom_title: p.shortText("The title that people see beside the administrator's name.").optional(),
      rights: p.rights.default({}),
    }),
    result: 'MemberView',
    example: { ...EXAMPLE, rights: { can_pin_messages: true, can_restrict_members: true } },
    updates: UPDATES,
    run(tx, { rights, custom_title, ...params }) {
      const { person, chat, target } = requireModerator(tx, params, 'promote', 'can_promote_members')
      requireAuthorityOver(tx, person, chat, target, 'promote')
      requireNotBanned(chat, target, memberOf(tx, chat, target.id))
      if (chat.kind === 'group') requireMayJoinGroups(tx, target)
      const promoted = changeMember(tx, chat, target, person, {
        status: 'administrator',
        rights: packRights(rights),
        custom_title: custom_title || null,
      })
      return viewMember(tx, promoted)
    },
  }),
  demote: moderating('Makes an administrator an ordinary member again.', (tx, params) => {
    const { person, chat, target } = requireModerator(tx, params, 'demote', 'can_promote_members')
    requireAuthorityOver(tx, person, chat, target, 'demote')
    const member = memberOf(tx, chat, target.id)
    if (member?.status !== 'administrator') {
      const message = `${target.first_name} is not an administrator of ${chat.title}.`
      throw new Problem('not-an-administrator', message, 'Choose an administrator of the chat.')
    }
    changeMember(tx, chat, target, person, { status: statusAfterDemotion(chat, member) })
  }),
}
