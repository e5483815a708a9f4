// Commands of overlays: open the palette, move in a list, choose, close.

import { parseMoment, parseSpan } from '../../../lib/time-text.ts'
import { EMPTY_INPUT } from '../forms/input.ts'
import { performWithToast, runItem } from '../forms/open-form.ts'
import { closeOverlay, pushOverlay, replaceOverlay, topOverlay, topOverlayOfKind } from '../state/change.ts'
import { clockItems, emulatorTime } from '../state/clock.ts'
import type { Overlay, State } from '../state/state.ts'
import { command } from './command.ts'
import { paletteItems, withRecent } from './palette.ts'

function palette(state: State): State {
  if (topOverlayOfKind(state, 'palette')) return state
  return pushOverlay({ ...state, overlays: [] }, { kind: 'palette', input: EMPTY_INPUT, selected: 0 })
}

/** Returns a function for each item of the palette, a menu or the clock's list. Choosing the item runs it. */
function choicesOf(state: State, overlay: Overlay): ((state: State) => State)[] {
  if (overlay.kind === 'palette')
    return paletteItems(state, overlay.input.text).map(
      ({ name, choose }) =>
        (now) =>
          choose(withRecent(now, name)),
    )
  const items = overlay.kind === 'menu' ? overlay.items : overlay.kind === 'clock' ? clockItems(state, overlay) : []
  return items.map((item) => (now) => runItem(now, item))
}

function move(state: State, by: number): State {
  const top = topOverlay(state)
  if (top?.kind === 'help') return replaceOverlay(state, { ...top, scroll: top.scroll + by })
  if (!top || !('selected' in top)) return state
  const count = choicesOf(state, top).length
  const to = top.selected + by
  // In a menu, moving past the last item selects the first one, and vice versa. Other lists stop at their ends.
  const selected = top.kind === 'menu' ? (to + count) % count : Math.max(0, Math.min(count - 1, to))
  return replaceOverlay(state, { ...top, selected })
}

const scrollHelp = (from: 'browse' | 'end') => (state: State) =>
  replaceOverlay(state, { kind: 'help', from, scroll: 0 })

const pageOf = ({ size }: State) => Math.max(1, size.rows - 8)

export const overlayUp = (state: State): State => move(state, -1)
export const overlayDown = (state: State): State => move(state, 1)

export function choose(state: State): State {
  const top = topOverlay(state)
  if (top?.kind === 'clock' && top.input.text.trim() !== '') return setTypedTime(state, top)
  const run = top && 'selected' in top ? choicesOf(state, top)[top.selected] : undefined
  return run ? run(closeOverlay(state)) : state
}

function setTypedTime(state: State, top: Overlay & { kind: 'clock' }): State {
  const text = top.input.text.trim()
  const seconds = parseSpan(text)
  if (seconds !== undefined) return performWithToast(closeOverlay(state), 'advanceClock', { seconds })
  const at = parseMoment(text, emulatorTime(state))
  if (at !== undefined) return performWithToast(closeOverlay(state), 'setClock', { at })
  return replaceOverlay(state, { ...top, error: 'Write +48h, tomorrow 9:00, 18:30 or 2027-03-01 12:00.' })
}

export const overlayCommands = {
  palette: command(
    { browse: ':', help: 'ctrl-o :', menu: 'ctrl-o :', anywhere: 'ctrl-o' },
    'do anything',
    palette,
    8,
    (state) => (topOverlayOfKind(state, 'palette') ? null : 'do anything'),
  ),
  overlayUp: command({ palette: 'up ctrl-p', menu: 'up ctrl-p k', clock: 'up', help: 'up k' }, 'up', overlayUp),
  overlayDown: command(
    { palette: 'down ctrl-n', menu: 'down ctrl-n j', clock: 'down', help: 'down j' },
    'down',
    overlayDown,
  ),
  overlayPageUp: command({ help: 'pgup ctrl-b' }, 'page up', (state) => move(state, -pageOf(state))),
  overlayPageDown: command({ help: 'pgdn ctrl-f space' }, 'page down', (state) => move(state, pageOf(state)), 2),
  overlayTop: command({ help: 'home g' }, 'to the top', scrollHelp('browse')),
  overlayEnd: command({ help: 'end G' }, 'to the end', scrollHelp('end')),
  choose: command({ palette: 'enter', menu: 'enter' }, 'choose', choose, 1),
  close: command(
    {
      palette: 'esc',
      form: 'esc',
      menu: 'esc q',
      save: 'esc',
      clock: 'esc',
      picture: 'esc enter q',
      help: 'esc q f1 ?',
    },
    'close',
    closeOverlay,
    3,
  ),
  setTime: command({ clock: 'enter' }, 'set the typed or selected time', choose, 1),
}
