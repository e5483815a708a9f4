// A chat with its messages, as it is shown to a person.

import { personChat } from '../../messenger/chats/person-chat.ts'
import { personNamed, placeNamed } from '../../messenger/users/named.ts'
import { viewShownChat } from '../build-views/person-chats.ts'
import { view } from './view.ts'

export const userChat = view({
  path: '/users/:user/chats/:chat',
  result: 'ShownChatView',
  find({ read }, { user, chat: ref }) {
    const person = personNamed(read, user)
    const place = placeNamed(read, ref)
    return viewShownChat(read, person, 'chat' in place ? place.chat : personChat(read, person, ref))
  },
})
