// Commands of the clock: open it, and set it to a written or chosen moment.

import { parseMoment, parseSpan } from '../../describe/time.ts'
import { NOTHING } from '../forms/input.ts'
import { done, takeItem } from '../forms/open-form.ts'
import { clockItems, nowOf } from '../state/clock.ts'
import { changed, onTop, overlaid, withoutTop } from '../state/overlays.ts'
import type { State } from '../state/state.ts'
import { withEffects } from '../state/with.ts'
import { command, inPalette } from './command.ts'

function time(state: State): State {
  const overlay = { kind: 'clock', input: NOTHING, selected: 0, error: null, expiring: [] } as const
  return withEffects(overlaid(state, overlay), { do: 'look-at-clock' })
}

/** Goes to the moment that is written, or does what is chosen. */
export function setTime(state: State): State {
  const top = onTop(state, 'clock')
  if (!top) return state
  const text = top.input.text.trim()
  if (text === '') {
    const item = clockItems(state, top)[top.selected]
    return item ? takeItem(withoutTop(state), item) : state
  }
  const seconds = parseSpan(text)
  if (seconds !== undefined) return done(withoutTop(state), 'advanceClock', { seconds })
  const at = parseMoment(text, nowOf(state))
  if (at === undefined) return changed(state, { ...top, error: NO_MOMENT })
  return done(withoutTop(state), 'setClock', { at })
}

const NO_MOMENT = 'Write +48h, tomorrow 9:00, 18:30 or 2027-03-01 12:00.'

export const clockCommands = {
  time: inPalette('Jumps, freezes or sets the clock.', command({ browse: 't' }, 'time', time, 12)),
  setTime: command({ clock: 'enter' }, 'go there, or do what is chosen', setTime, 1),
}
