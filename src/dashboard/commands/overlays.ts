// Commands of overlays: open the palette, move in a list, choose, close.

import { EMPTY_INPUT } from '../forms/input.ts'
import { runItem } from '../forms/open-form.ts'
import { closeOverlay, pushOverlay, replaceOverlay, topOverlay, topOverlayOfKind } from '../state/change.ts'
import { clockItems } from '../state/clock.ts'
import type { Overlay, State } from '../state/state.ts'
import { command } from './command.ts'
import { paletteItems, withRecent } from './palette.ts'

function palette(state: State): State {
  if (topOverlayOfKind(state, 'palette')) return state
  return pushOverlay({ ...state, overlays: [] }, { kind: 'palette', filter: EMPTY_INPUT, selected: 0 })
}

const countOf = (state: State, overlay: Overlay): number => {
  if (overlay.kind === 'palette') return paletteItems(state, overlay.filter.text).length
  if (overlay.kind === 'menu') return overlay.items.length
  if (overlay.kind === 'clock') return clockItems(state, overlay).length
  return Number.POSITIVE_INFINITY
}

function move(state: State, by: number): State {
  const top = topOverlay(state)
  if (!top) return state
  if ('selected' in top) {
    const count = countOf(state, top)
    const to = top.selected + by
    // In a menu, moving past the last item selects the first one, and vice versa. Other lists stop at their ends.
    const selected = top.kind === 'menu' ? (to + count) % count : Math.max(0, Math.min(count - 1, to))
    return replaceOverlay(state, { ...top, selected })
  }
  return top.kind === 'help' ? replaceOverlay(state, { ...top, scroll: top.scroll + by }) : state
}

const scrollHelp = (from: 'browse' | 'end') => (state: State) =>
  replaceOverlay(state, { kind: 'help', from, scroll: 0 })

const pageOf = ({ size }: State) => Math.max(1, size.rows - 8)

export const overlayUp = (state: State): State => move(state, -1)
export const overlayDown = (state: State): State => move(state, 1)

export function choose(state: State): State {
  const top = topOverlay(state)
  if (top?.kind === 'palette') {
    const item = paletteItems(state, top.filter.text)[top.selected]
    return item ? item.choose(withRecent(closeOverlay(state), item.name)) : state
  }
  const item = top?.kind === 'menu' ? top.items[top.selected] : undefined
  return item ? runItem(closeOverlay(state), item) : state
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
}
