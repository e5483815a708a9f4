// Changes the members of chats, and sends bots the updates about the changes.

import { isDeepStrictEqual } from 'node:util'
import { unpackRights } from '../../rules/rights.ts'
import type { ChatMember } from '../../rules/shapes.ts'
import type { UpdateType } from '../../rules/update-types.ts'
import type { MemberRow } from '../../store/tables/members.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { isAdmin, isMuted, isPresent, type SharedChat } from '../chats/chat.ts'
import { presentChat } from '../chats/present-chat.ts'
import { postMessage } from '../messages/post-message.ts'
import { withClientFields } from '../service/client-fields.ts'
import { queueUpdate } from '../updates/update-queue.ts'
import { presentUser } from '../users/present-user.ts'
import type { Read, Tx } from '../world.ts'

type MemberChanges = Partial<Pick<MemberRow, 'status' | 'rights' | 'custom_title' | 'muted_until'>>

/** Adds a member to a chat that is being created. Bots don't receive an update about it. */
export function addFirstMember(tx: Tx, chat: number, user: UserRow, changes: MemberChanges) {
  tx.store.members.put({ ...nonMember(chat, user), ...changes })
}

/** Changes a member and enqueues the updates about it. In a group, also posts that the user joined or left. */
export function changeMember(tx: Tx, chat: SharedChat, user: UserRow, by: UserRow, changes: MemberChanges): MemberRow {
  const before = tx.store.members.get(chat.chat, user.id) ?? nonMember(chat.chat, user)
  const after = applyChanges(tx, chat, before, changes)
  if (isDeepStrictEqual(before, after)) return after
  tx.store.members.put(after)
  tx.emit({ type: 'member', chat: chat.chat, user: user.id, status: after.status })
  queueMemberUpdates(tx, chat, user, by, before, after)
  if (chat.kind === 'group') postJoinOrLeave(tx, chat, user, by, before, after)
  return after
}

function queueMemberUpdates(tx: Tx, chat: SharedChat, user: UserRow, by: UserRow, before: MemberRow, after: MemberRow) {
  const old_chat_member = presentMember(tx, hideSubscription(chat, before))
  const new_chat_member = presentMember(tx, hideSubscription(chat, after))
  if (isDeepStrictEqual(old_chat_member, new_chat_member)) return
  for (const { bot, type } of findRecipients(tx, chat, user, before, after)) {
    queueUpdate(tx, bot, type, () => ({
      chat: presentChat(chat),
      from: presentUser(by),
      date: tx.clock.seconds(),
      old_chat_member,
      new_chat_member,
    }))
  }
}

/** Shows subscribers as `left`, because the service doesn't reveal the subscribers of a channel to bots. */
function hideSubscription(chat: SharedChat, member: MemberRow): MemberRow {
  return chat.kind === 'channel' && member.status === 'member' ? { ...member, status: 'left' } : member
}

/** Returns the status after a demotion. A bot can't be an ordinary member of a channel. */
export const statusAfterDemotion = (chat: SharedChat, member: MemberRow): 'left' | 'member' =>
  chat.kind === 'channel' && member.is_bot ? 'left' : 'member'

export function nonMember(chat: number, user: UserRow): MemberRow {
  return {
    chat,
    user: user.id,
    is_bot: user.is_bot,
    status: 'left',
    rights: 0,
    custom_title: null,
    promoted: 0,
    muted_until: null,
    joined_after: 0,
    last_read: 0,
    comments_read: 0,
  }
}

function applyChanges(read: Read, chat: SharedChat, before: MemberRow, changes: MemberChanges): MemberRow {
  const after = { ...before, ...changes }
  if (after.status === 'administrator') {
    if (before.status !== 'administrator') after.promoted = read.store.members.nextPromotion(chat.chat)
  } else {
    Object.assign(after, { rights: 0, custom_title: null, promoted: 0 })
  }
  if (isPresent(after) && !isPresent(before)) {
    const { last_message_id } = read.store.chats.getOrThrow(chat.chat)
    const comments_read = read.store.chats.commentsOf(chat.chat)?.last_message_id ?? 0
    Object.assign(after, { joined_after: last_message_id, last_read: last_message_id, comments_read })
  }
  return after
}

/** Returns the bots that get an update about a member. Changes of a channel's subscribers cause no updates. */
function findRecipients(read: Read, chat: SharedChat, user: UserRow, before: MemberRow, after: MemberRow) {
  const { bots, members } = read.store
  const revealed = chat.kind === 'group' || isAdmin(before) || isAdmin(after) || user.is_bot === 1
  const others = revealed ? members.adminBotsIn(chat.chat).filter((id) => id !== user.id) : []
  const own = user.is_bot ? [{ bot: bots.getOrThrow(user.id), type: 'my_chat_member' as UpdateType }] : []
  return [...own, ...others.map((id) => ({ bot: bots.getOrThrow(id), type: 'chat_member' as UpdateType }))]
}

function postJoinOrLeave(tx: Tx, chat: SharedChat, user: UserRow, by: UserRow, before: MemberRow, after: MemberRow) {
  if (isPresent(after) && !isPresent(before)) {
    postMessage(tx, chat, by, { service: { new_chat_members: [user.id] } })
  }
  if (isPresent(before) && !isPresent(after)) {
    postMessage(tx, chat, by, { service: { left_chat_member: user.id } })
  }
}

export function presentMember(read: Read, row: MemberRow): ChatMember {
  const member = presentPlainMember(read, row)
  return withClientFields(read, member.status, member)
}

function presentPlainMember(read: Read, member: MemberRow): ChatMember {
  const row = read.store.users.getOrThrow(member.user)
  const user = presentUser(row)
  if (isMuted(read, member)) {
    return { user, status: 'restricted', is_member: true, can_send_messages: false, until_date: member.muted_until }
  }
  if (member.status !== 'administrator') return { user, status: member.status }
  const bot = row.is_bot ? read.store.bots.byId(row.id) : undefined
  return {
    user,
    status: 'administrator',
    ...unpackRights(member.rights),
    ...(bot && { can_read_all_group_messages: bot.can_read_all_group_messages === 1 }),
    ...(member.custom_title !== null && { custom_title: member.custom_title }),
  }
}
