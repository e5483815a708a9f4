// The file of the picture on top, else of the message at hand.

import { fileOf } from './model.ts'
import { type HeldFile, type State, topOf } from './state.ts'

export function fileAtHand(state: State): HeldFile | undefined {
  const top = topOf(state)
  if (top?.kind === 'picture') return top.file
  const message = state.talk.messages.find((one) => one.message_id === state.talk.selected)
  const held = message && fileOf(message)
  if (!held) return undefined
  const { kind, file } = held
  const id = file.file_unique_id
  return { id, kind, name: 'file_name' in file && file.file_name ? file.file_name : `${id}.jpg` }
}
