// The message at hand, and the file: of the picture on top, else of that message.

import { fileIn } from '../../describe/message.ts'
import type { HeldFile, Message } from './model.ts'
import { onTop } from './overlays.ts'
import { openChatNow } from './roster.ts'
import type { State } from './state.ts'

export const messageAtHand = ({ talk }: State): Message | undefined =>
  talk.messages.find((message) => message.message_id === talk.selected)

/** In a channel the service lets some edit the posts of others. */
export const isMineToEdit = (state: State, { author }: Message): boolean =>
  author.handle === state.me || openChatNow(state)?.kind === 'channel'

export function fileAtHand(state: State): HeldFile | undefined {
  const picture = onTop(state, 'picture')
  if (picture) return picture.file
  const held = fileIn(messageAtHand(state) ?? {})
  if (!held) return undefined
  const { kind, unique_id: id, name } = held
  return { id, kind, name: name || `${id}.jpg` }
}
