// The operations getChat, getChatAdministrators, getChatMemberCount and getChatMember.

import * as z from 'zod'
import { isAdmin, memberCount } from '../../messenger/chats/chat.ts'
import { requireBotChat, requireSharedBotChat } from '../../messenger/chats/find-chat.ts'
import { presentFullChat } from '../../messenger/chats/present-chat.ts'
import { nonMember, presentMember } from '../../messenger/members/membership.ts'
import { requireSeenTarget } from '../../messenger/members/moderation-target.ts'
import { withClientFields } from '../../messenger/service/client-fields.ts'
import { chatId, userId } from '../../rules/params.ts'
import { refuse } from '../../rules/refusals.ts'
import { operation } from './operation.ts'

export const chats = {
  getChat: operation({
    summary: 'Returns those properties of a chat that the bot may see.',
    params: z.object({ chat_id: chatId }),
    result: 'FullChat',
    refusals: ['chatNotFound'],
    housekeeping: true,
    run: (tx, bot, { chat_id }) => withClientFields(tx, 'chat', presentFullChat(tx, requireBotChat(tx, bot, chat_id))),
  }),
  getChatAdministrators: operation({
    summary: 'Returns the owner and the administrators of a group or channel.',
    params: z.object({ chat_id: chatId }),
    result: 'ChatMember[]',
    refusals: ['chatNotFound'],
    housekeeping: true,
    run(tx, bot, { chat_id }) {
      const chat = requireSharedBotChat(tx, bot, chat_id)
      return tx.store.members.admins(chat.channel ?? chat.chat).map((member) => presentMember(tx, member))
    },
  }),
  getChatMemberCount: operation({
    summary: 'Returns the number of members of a group, or of subscribers of a channel.',
    params: z.object({ chat_id: chatId }),
    result: 'MemberCount',
    refusals: ['chatNotFound'],
    housekeeping: true,
    run: (tx, bot, { chat_id }) => memberCount(tx, requireSharedBotChat(tx, bot, chat_id)),
  }),
  getChatMember: operation({
    summary: 'Returns the status of a person or bot in a group or channel.',
    params: z.object({ chat_id: chatId, user_id: userId }),
    result: 'ChatMember',
    refusals: ['chatNotFound', 'userNotFound'],
    housekeeping: true,
    run(tx, bot, { chat_id, user_id }) {
      const chat = requireSharedBotChat(tx, bot, chat_id)
      const { user, member } = requireSeenTarget(tx, bot, chat, user_id)
      const slots = { person: user.first_name, chat: chat.title }
      if (chat.kind !== 'group' && !isAdmin(member)) return refuse('userNotFound', 'subscriber', slots)
      return presentMember(tx, member ?? nonMember(chat.chat, user))
    },
  }),
}
