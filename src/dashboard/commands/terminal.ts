// The dashboard on its terminal: its help, the mouse, the background, and the end.

import { menu, onTop, overlaid } from '../state/overlays.ts'
import type { State } from '../state/state.ts'
import { tell, withEffects } from '../state/with.ts'

export const help = (state: State): State =>
  onTop(state, 'help') ? state : overlaid(state, { kind: 'help', scroll: 0 })

/** Either the dashboard gets what the mouse does, or the terminal selects text with it. */
export function mouse(state: State): State {
  const hasMouse = !state.hasMouse
  const says = hasMouse ? 'The mouse points here again.' : 'The terminal selects text now; M takes the mouse back.'
  return withEffects(tell({ ...state, hasMouse }, says), { do: 'mouse', isOn: hasMouse })
}

export const suspend = (state: State): State => withEffects(state, { do: 'suspend' })
export const redraw = (state: State): State => withEffects(state, { do: 'redraw' })

export const quit = (state: State): State => withEffects(state, { do: 'quit' })

/** Where nothing is kept, the end is the end of the world, too. */
export function leave(state: State): State {
  if (state.isKept) return quit(state)
  return menu(state, 'nothing is kept', [{ says: 'end it, and the world with it', action: 'quit', params: {} }])
}
