// The message at hand, and the file: of the picture on top, else of that message.

import { fileOf, type HeldFile, type Message } from './model.ts'
import { onTop } from './overlays.ts'
import type { State } from './state.ts'

export const messageAtHand = ({ talk }: State): Message | undefined =>
  talk.messages.find((message) => message.message_id === talk.selected)

export function fileAtHand(state: State): HeldFile | undefined {
  const picture = onTop(state, 'picture')
  if (picture) return picture.file
  const held = fileOf(messageAtHand(state) ?? {})
  if (!held) return undefined
  const { kind, file } = held
  const id = file.file_unique_id
  return { id, kind, name: 'file_name' in file && file.file_name ? file.file_name : `${id}.jpg` }
}
