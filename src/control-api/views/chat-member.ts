// One who is in a chat, or was, or never has been: how they stand there.

import { memberOf } from '../../messenger/chats/chat.ts'
import { nonMember } from '../../messenger/members/membership.ts'
import { sharedChatByRef, userNamed } from '../../messenger/users/named.ts'
import { viewMember } from '../build-views/people.ts'
import { view } from './view.ts'

export const chatMember = view({
  path: '/chats/:chat/members/:user',
  result: 'MemberView',
  find({ read }, { chat: chatRef, user: userRef }) {
    const chat = sharedChatByRef(read, chatRef)
    const user = userNamed(read, userRef)
    return viewMember(read, memberOf(read, chat, user.id) ?? nonMember(chat.chat, user))
  },
})
