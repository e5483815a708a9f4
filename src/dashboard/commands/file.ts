// What is done with the file of a message: looked at, opened, saved.

import { fileAtHand } from '../state/at-hand.ts'
import { overlaid } from '../state/overlays.ts'
import type { State } from '../state/state.ts'
import { withEffects } from '../state/with.ts'
import { inspect } from './inspect.ts'

export function openFile(state: State): State {
  const file = fileAtHand(state)
  return file ? withEffects(state, { do: 'view-file', file }) : inspect(state)
}

export function saveFile(state: State): State {
  const file = fileAtHand(state)
  if (!file) return state
  const input = { text: file.name, at: file.name.length }
  return overlaid(state, { kind: 'save', input, error: null, step: null, file })
}

/** A picture is looked at; of anything else all is said. */
export function showPicture(state: State): State {
  const file = fileAtHand(state)
  if (file?.kind !== 'photo') return inspect(state)
  return overlaid(state, { kind: 'picture', title: file.name, file, photo: null })
}
