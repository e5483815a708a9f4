// Commands of the dashboard itself: help, mouse, suspend, redraw, quit.

import { menu, onTop, overlaid } from '../state/overlays.ts'
import type { State } from '../state/state.ts'
import { tell, withEffects } from '../state/with.ts'
import { command, inPalette } from './command.ts'

const help = (state: State): State => (onTop(state, 'help') ? state : overlaid(state, { kind: 'help', scroll: 0 }))

/** Gives the mouse to the terminal, which selects text with it, or takes it back. */
function mouse(state: State): State {
  const hasMouse = !state.hasMouse
  const says = hasMouse ? 'The mouse points here again.' : 'The terminal selects text now; M takes the mouse back.'
  return withEffects(tell({ ...state, hasMouse }, says), { do: 'mouse', isOn: hasMouse })
}

const quit = (state: State): State => withEffects(state, { do: 'quit' })

/** Asks first if the world is not kept. */
function leave(state: State): State {
  if (state.isKept) return quit(state)
  return menu(state, 'nothing is kept', [{ says: 'end it, and the world with it', action: 'quit', params: {} }])
}

export const terminalCommands = {
  mouse: command({ browse: 'M' }, 'leave the mouse to the terminal, which selects text, or take it back', mouse),
  help: inPalette('Names all keys.', command({ browse: '?', anywhere: 'f1' }, 'help', help, 0)),
  leave: command({ browse: 'q' }, 'quit', leave, 15),
  quit: inPalette('Ends the dashboard.', command({ anywhere: 'ctrl-c' }, 'quit', quit)),
  suspend: command({ anywhere: 'ctrl-z' }, 'into the background; fg brings it back', (state) =>
    withEffects(state, { do: 'suspend' }),
  ),
  redraw: command({ anywhere: 'ctrl-l' }, 'draw anew', (state) => withEffects(state, { do: 'redraw' })),
}
