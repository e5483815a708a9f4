// Applies events to the loaded messages of a chat.

import type { EventView } from '../../contract/events.ts'
import type { MessageView } from '../../contract/messages.ts'
import type { LoadedChat } from './world.ts'

/** The maximum number of loaded messages of a chat. The page loads earlier ones again if they are needed. */
const MAX_MESSAGES = 20_000

/** Returns the chat with the messages that the events have sent, edited or deleted. */
export function withChanges(shown: LoadedChat, fresh: readonly EventView[]): LoadedChat {
  const isHere = ({ chat, bot }: EventView) => shown.id === chat && (shown.kind !== 'private' || shown.handle === bot)
  const messages = [...shown.messages]
  let isChanged = false
  for (const event of fresh) {
    if (!isHere(event)) continue
    if (event.type === 'delete') remove(messages, event.message_id)
    else if ((event.type === 'message' || event.type === 'edit') && event.message) {
      // An edited message before the loaded ones would leave a gap.
      if (shown.hasEarlier && event.message_id < (messages[0]?.message_id ?? 0)) continue
      upsert(messages, event.message)
    } else continue
    isChanged = true
  }
  if (!isChanged) return shown
  const isLong = messages.length > MAX_MESSAGES
  return { ...shown, messages: messages.slice(-MAX_MESSAGES), hasEarlier: isLong || shown.hasEarlier }
}

function upsert(messages: MessageView[], message: MessageView) {
  const index = messages.findLastIndex(({ message_id }) => message_id <= message.message_id)
  const isKnown = messages[index]?.message_id === message.message_id
  messages.splice(isKnown ? index : index + 1, isKnown ? 1 : 0, message)
}

function remove(messages: MessageView[], id: number) {
  const index = messages.findLastIndex(({ message_id }) => message_id === id)
  if (index >= 0) messages.splice(index, 1)
}
