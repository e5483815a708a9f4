// updateChat: other facts of a group or channel.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { memberOf, type SharedChat, sharedChat } from '../../messenger/chats/chat.ts'
import { openComments } from '../../messenger/chats/create-chat.ts'
import { changeMember, statusOutOfOffice, subscriptionInOffice } from '../../messenger/members/membership.ts'
import { requireChannel, requireFounded, requireNotBanned } from '../../messenger/members/person-rights.ts'
import { requireFreeHandle, requireFreeUsername } from '../../messenger/users/handles.ts'
import { personNamed, sharedChatByRef } from '../../messenger/users/named.ts'
import type { Tx } from '../../messenger/world.ts'
import { packPermissions, unpackPermissions } from '../../spec/rights.ts'
import { viewSharedChat } from '../build-views/chat.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const updateChat = action({
  name: 'updateChat',
  summary: 'Changes a group or channel: its names, its permissions, its owner.',
  params: z.strictObject({
    chat: p.ref,
    handle: p.handle.optional(),
    type: z.enum(['group', 'supergroup']).optional(),
    title: p.name.optional(),
    username: p.username.nullish(),
    description: z.string().nullish(),
    owner: p.ref.optional(),
    permissions: p.permissions.optional(),
    official: z.boolean().optional(),
    comments: z.literal(true).optional(),
  }),
  result: 'SharedChatView',
  run(tx, { chat: ref, owner, permissions, official, comments, ...changes }) {
    const chat = sharedChatByRef(tx, ref)
    if (comments || official) requireChannel(chat)
    if (changes.type !== undefined) requireGroupType(chat)
    if (changes.handle !== undefined && changes.handle !== chat.handle) requireFreeHandle(tx, changes.handle)
    requireFreeUsername(tx, changes.username, chat.username)
    tx.store.chats.change(chat, {
      ...changes,
      ...(permissions && { permissions: packPermissions({ ...unpackPermissions(chat.permissions), ...permissions }) }),
      ...(official !== undefined && { official: official ? 1 : 0 }),
    })
    const changed = sharedChat(tx.store.chats.known(chat.chat))
    if (comments) openComments(tx, changed)
    if (owner !== undefined) handOver(tx, changed, owner)
    tx.emit({ type: 'chat', chat: chat.chat })
    return viewSharedChat(tx, sharedChat(tx.store.chats.known(chat.chat)))
  },
})

function handOver(tx: Tx, chat: SharedChat, to: p.Ref) {
  requireFounded(chat)
  const next = personNamed(tx, to)
  const [old] = tx.store.members.admins(chat.chat)
  const member = memberOf(tx, chat, next.id)
  if (!old || old.user === next.id || member?.status === 'creator') return
  requireNotBanned(chat, next, member)
  const before = tx.store.users.known(old.user)
  changeMember(tx, chat, before, before, { status: statusOutOfOffice(chat, old) })
  changeMember(tx, chat, next, before, { status: 'creator', subscribed: subscriptionInOffice(chat, member) })
}

function requireGroupType(chat: SharedChat) {
  if (chat.kind === 'group') return
  throw new Problem('not-a-group', `${chat.title} is no group.`, 'Only a group has a type that can be changed.')
}
