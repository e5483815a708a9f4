// What lies on top: opening it, moving in it, choosing from it, closing it.

import { clockItems, nowOf } from '../state/clock.ts'
import { NOTHING } from '../state/input.ts'
import { durationOf, momentOf } from '../state/moment.ts'
import { changed, type OWN, openForm, overlaid, paletteItems, withRecent } from '../state/overlays.ts'
import { openItem } from '../state/panes.ts'
import { botAtHand } from '../state/roster.ts'
import type { MenuItem, Overlay, State } from '../state/state.ts'
import { topOf } from '../state/state.ts'
import { type Step, step } from '../state/step.ts'
import { knownValues } from '../state/suggest.ts'
import { faults, limits, members, queue, snapshots, steps, webhook } from './inspect.ts'
import { record } from './record.ts'
import { quit } from './see.ts'

export const close = (state: State): Step => step({ ...state, overlays: state.overlays.slice(0, -1) })
export const help = (state: State): Step =>
  step(topOf(state)?.kind === 'help' ? state : overlaid(state, { kind: 'help', scroll: 0 }))

export function palette(state: State): Step {
  if (topOf(state)?.kind === 'palette') return step(state)
  return step(overlaid({ ...state, overlays: [] }, { kind: 'palette', filter: NOTHING, selected: 0 }))
}

const countOf = (state: State, overlay: Overlay): number => {
  if (overlay.kind === 'palette') return paletteItems(state, overlay.filter.text).length
  if (overlay.kind === 'menu') return overlay.items.length
  if (overlay.kind === 'clock') return clockItems(state, overlay).length
  return Number.POSITIVE_INFINITY
}

function move(state: State, by: number): Step {
  const top = topOf(state)
  if (!top) return step(state)
  if ('selected' in top) {
    const last = countOf(state, top) - 1
    return step(changed(state, { ...top, selected: Math.max(0, Math.min(last, top.selected + by)) }))
  }
  // How far there is to scroll, only the view knows: it never scrolls past the end.
  return 'scroll' in top
    ? step(changed(state, { ...top, scroll: Math.max(0, Math.min(9999, top.scroll + by)) }))
    : step(state)
}

const pageOf = ({ size }: State) => Math.max(1, size.rows - 8)

export const overlayUp = (state: State): Step => move(state, -1)
export const overlayDown = (state: State): Step => move(state, 1)
export const overlayPageUp = (state: State): Step => move(state, -pageOf(state))
export const overlayPageDown = (state: State): Step => move(state, pageOf(state))
export const overlayTop = (state: State): Step => move(state, -9999)

export function choose(state: State): Step {
  const top = topOf(state)
  let below: State = { ...state, overlays: state.overlays.slice(0, -1) }
  if (top?.kind === 'palette') {
    const item = paletteItems(state, top.filter.text)[top.selected]
    if (!item) return step(state)
    below = withRecent(below, item.name)
    if (item.item) return openItem(below, item.item)
    if (item.preset) {
      const params = { bot: botAtHand(state)?.handle, ...item.preset }
      return chosen(below, { says: item.name, action: 'injectFault', params })
    }
    return item.own ? DOES[item.own](below) : openForm(below, item.name, knownValues(state, item))
  }
  const item = top?.kind === 'menu' ? top.items[top.selected] : undefined
  return item ? chosen(below, item) : step(state)
}

function chosen(state: State, { action, params, ask }: MenuItem): Step {
  if (action === 'quit') return quit(state)
  return ask
    ? openForm(state, action, params)
    : step(state, { do: 'perform', action, params, from: 'key', said: `${action}: done` })
}

const DOES: Record<keyof typeof OWN, (state: State) => Step> = {
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

export const sendFile = (state: State): Step =>
  state.open === null ? step(state) : openForm(state, 'sendFile', { as: state.me, to: state.open })

export function newThing(state: State): Step {
  const items = state.actions
    .filter((action) => action.name.startsWith('create'))
    .map(
      (action): MenuItem => ({ says: action.name, action: action.name, params: knownValues(state, action), ask: true }),
    )
  return step(overlaid(state, { kind: 'menu', title: 'make something new', items, selected: 0 }))
}

export function time(state: State): Step {
  const overlay = { kind: 'clock', input: NOTHING, selected: 0, error: null, expiring: [] } as const
  return step(overlaid(state, overlay), { do: 'look-at-clock' })
}

/** Goes to the moment that is written, or does what is chosen. */
export function setTime(state: State): Step {
  const top = topOf(state)
  if (top?.kind !== 'clock') return step(state)
  const text = top.input.text.trim()
  if (text === '') {
    const item = clockItems(state, top)[top.selected]
    return item ? chosen(close(state).state, item) : step(state)
  }
  const seconds = durationOf(text) ?? (/^\d+$/.test(text) ? Number(text) : undefined)
  if (seconds !== undefined)
    return chosen(close(state).state, { says: text, action: 'advanceClock', params: { seconds } })
  const at = momentOf(text, nowOf(state))
  if (at === undefined) return step(changed(state, { ...top, error: NO_MOMENT }))
  return chosen(close(state).state, { says: text, action: 'setClock', params: { at } })
}

const NO_MOMENT = 'Write +48h, tomorrow 9:00, 18:30 or 2027-03-01 12:00.'
