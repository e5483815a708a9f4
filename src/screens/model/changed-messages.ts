// Applies events to the loaded messages of a chat.

import type { EventOf } from '../../control/contract/events.ts'
import type { MessageView } from '../../control/contract/messages.ts'

/** Adds, replaces or removes the message of an event. Messages are ordered by id. */
export function changeMessages(messages: MessageView[], event: EventOf<'message' | 'delete'>) {
  const id = event.message_id
  // An edited message that is older than the loaded ones is not added, because messages between them would be missing.
  if (id < (messages[0]?.message_id ?? 0)) return
  const at = messages.findLastIndex(({ message_id }) => message_id <= id)
  const isKnown = messages[at]?.message_id === id
  // An event lacks its message if the message was deleted after the event, so the event is handled like a deletion.
  const message = event.type === 'delete' ? undefined : event.message
  if (message) messages.splice(isKnown ? at : at + 1, isKnown ? 1 : 0, message)
  else if (isKnown) messages.splice(at, 1)
}
