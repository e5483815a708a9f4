// What lies on top: opening it, moving in it, choosing from it, closing it.

import { clockItems, nowOf } from '../forms/clock.ts'
import { NOTHING } from '../forms/input.ts'
import { durationOf, momentOf } from '../forms/moment.ts'
import { knownValues, openForm } from '../forms/open-form.ts'
import { type OWN, type PaletteItem, paletteItems, withRecent } from '../forms/palette.ts'
import type { MenuItem, Overlay } from '../state/overlay.ts'
import { changed, onTop, overlaid, topOf, withoutTop } from '../state/overlays.ts'
import { openItem } from '../state/panes.ts'
import { botAtHand } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { perform, withEffects } from '../state/with.ts'
import { faults, limits, members, queue, snapshots, steps, webhook } from './inspect.ts'
import { record } from './record.ts'
import { quit } from './see.ts'

export const close = (state: State): State => withoutTop(state)
export const help = (state: State): State =>
  onTop(state, 'help') ? state : overlaid(state, { kind: 'help', scroll: 0 })

export function palette(state: State): State {
  if (onTop(state, 'palette')) return state
  return overlaid({ ...state, overlays: [] }, { kind: 'palette', filter: NOTHING, selected: 0 })
}

const countOf = (state: State, overlay: Overlay): number => {
  if (overlay.kind === 'palette') return paletteItems(state, overlay.filter.text).length
  if (overlay.kind === 'menu') return overlay.items.length
  if (overlay.kind === 'clock') return clockItems(state, overlay).length
  return Number.POSITIVE_INFINITY
}

function move(state: State, by: number): State {
  const top = topOf(state)
  if (!top) return state
  if ('selected' in top) {
    const last = countOf(state, top) - 1
    return changed(state, { ...top, selected: Math.max(0, Math.min(last, top.selected + by)) })
  }
  // How far there is to scroll, only the view knows: it never scrolls past the end.
  return 'scroll' in top ? changed(state, { ...top, scroll: Math.max(0, Math.min(9999, top.scroll + by)) }) : state
}

const pageOf = ({ size }: State) => Math.max(1, size.rows - 8)

export const overlayUp = (state: State): State => move(state, -1)
export const overlayDown = (state: State): State => move(state, 1)
export const overlayPageUp = (state: State): State => move(state, -pageOf(state))
export const overlayPageDown = (state: State): State => move(state, pageOf(state))
export const overlayTop = (state: State): State => move(state, -9999)

export function choose(state: State): State {
  const top = topOf(state)
  if (top?.kind === 'palette') return chooseFromPalette(state, paletteItems(state, top.filter.text)[top.selected])
  const item = top?.kind === 'menu' ? top.items[top.selected] : undefined
  return item ? chosen(state, item) : state
}

function chooseFromPalette(state: State, chosen: PaletteItem | undefined): State {
  if (!chosen) return state
  const below = withRecent(withoutTop(state), chosen.name)
  const { name, item, preset, own } = chosen
  if (item) return openItem(below, item)
  if (preset) return done(below, 'injectFault', { bot: botAtHand(state)?.handle, ...preset })
  return own ? DOES[own](below) : openForm(below, name, knownValues(state, chosen))
}

const done = (state: State, action: string, params: MenuItem['params']) =>
  perform(state, action, params, `${action}: done`)

function chosen(state: State, { action, params, ask }: MenuItem): State {
  const below = withoutTop(state)
  if (action === 'quit') return quit(below)
  return ask ? openForm(below, action, params) : done(below, action, params)
}

const DOES: Record<keyof typeof OWN, (state: State) => State> = {
  record,
  limits,
  queue,
  webhook,
  faults,
  snapshots,
  steps,
  members,
  time,
  help,
  quit,
}

export const sendFile = (state: State): State =>
  state.open === null ? state : openForm(state, 'sendFile', { as: state.me, to: state.open })

export function time(state: State): State {
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
    return item ? chosen(state, item) : state
  }
  const seconds = durationOf(text) ?? (/^\d+$/.test(text) ? Number(text) : undefined)
  if (seconds !== undefined) return done(withoutTop(state), 'advanceClock', { seconds })
  const at = momentOf(text, nowOf(state))
  if (at === undefined) return changed(state, { ...top, error: NO_MOMENT })
  return done(withoutTop(state), 'setClock', { at })
}

const NO_MOMENT = 'Write +48h, tomorrow 9:00, 18:30 or 2027-03-01 12:00.'
