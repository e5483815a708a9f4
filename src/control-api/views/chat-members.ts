// Who is in a chat; of a comments chat, those of its channel.

import { sharedChatByRef } from '../../messenger/users/named.ts'
import { viewMember } from '../build-views/people.ts'
import { eachRow } from './each-row.ts'
import { view } from './view.ts'

export const chatMembers = view({
  path: '/chats/:chat/members',
  result: 'MemberView[]',
  find({ read }, { chat: ref }) {
    const chat = sharedChatByRef(read, ref)
    return eachRow(read.store.members.present(chat.channel ?? chat.chat), (member) => viewMember(read, member))
  },
})
