// The message at hand, and the file: of the picture on top, else of that message.

import { fileIn } from '../../contract/file-in.ts'
import type { HeldFile, Message } from './model.ts'
import { onTop } from './overlays.ts'
import type { State } from './state.ts'

export const messageAtHand = ({ talk }: State): Message | undefined =>
  talk.messages.find((message) => message.message_id === talk.selected)

export function fileAtHand(state: State): HeldFile | undefined {
  const picture = onTop(state, 'picture')
  if (picture) return picture.file
  const held = fileIn(messageAtHand(state) ?? {})
  if (!held) return undefined
  const { kind, unique_id: id, name } = held
  return { id, kind, name: name || `${id}.jpg` }
}
