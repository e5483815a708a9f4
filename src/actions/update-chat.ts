// updateChat: other facts of a group or channel.

import * as z from 'zod'
import { packPermissions, unpackPermissions } from '../spec/rights.ts'
import { memberOf, sharedChat } from '../world/chat.ts'
import { openComments } from '../world/create.ts'
import { requireFreeHandle, requireFreeUsername } from '../world/handles.ts'
import { changeMember } from '../world/membership.ts'
import { personNamed, sharedChatByRef } from '../world/named.ts'
import { requireChannel, requireFounded } from '../world/person-rights.ts'
import { viewSharedChat } from '../world/view/views.ts'
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
  run(world, { chat: ref, owner, permissions, official, comments, ...changes }) {
    const chat = sharedChatByRef(world, ref)
    if (comments || official) requireChannel(chat)
    if (changes.handle !== undefined && changes.handle !== chat.handle) requireFreeHandle(world, changes.handle)
    if (changes.username && changes.username !== chat.username) requireFreeUsername(world, changes.username)
    world.store.chats.change(chat, {
      ...changes,
      ...(permissions && { permissions: packPermissions({ ...unpackPermissions(chat.permissions), ...permissions }) }),
      ...(official !== undefined && { official: official ? 1 : 0 }),
    })
    if (comments) openComments(world, chat)
    if (owner !== undefined) handOver(owner)
    world.happened({ type: 'chat', chat: chat.chat })
    return viewSharedChat(world, sharedChat(world.store.chats.byId(chat.chat)!))

    function handOver(to: p.Ref) {
      requireFounded(chat)
      const next = personNamed(world, to)
      const [old] = world.store.members.admins(chat.chat)
      if (old?.user === next.id || memberOf(world, chat, next.id)?.status === 'creator') return
      const before = world.store.users.byId(old!.user)!
      changeMember(world, chat, before, before, { status: 'member' })
      changeMember(world, chat, next, before, { status: 'creator' })
    }
  },
})
