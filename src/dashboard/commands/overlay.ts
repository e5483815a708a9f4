// What lies on top: opening it, moving in it, choosing from it, closing it.

import { changed, type OWN, openForm, overlaid, paletteItems } from '../state/overlays.ts'
import type { MenuItem, Overlay, State } from '../state/state.ts'
import { topOf } from '../state/state.ts'
import { type Step, step } from '../state/step.ts'
import { knownValues } from '../state/suggest.ts'
import { NOTHING } from '../terminal/input.ts'
import { limits, queue, quit, record, webhook } from './see.ts'

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
  return Number.POSITIVE_INFINITY
}

function move(state: State, by: number): Step {
  const top = topOf(state)
  if (!top) return step(state)
  if ('selected' in top) {
    const count = top.kind === 'bot' ? rowsOf(top) : countOf(state, top)
    return step(changed(state, { ...top, selected: Math.max(0, Math.min(count - 1, top.selected + by)) }))
  }
  // How far there is to scroll, only the view knows: it never scrolls past the end.
  return 'scroll' in top
    ? step(changed(state, { ...top, scroll: Math.max(0, Math.min(9999, top.scroll + by)) }))
    : step(state)
}

function rowsOf({ view, panel }: Overlay & { kind: 'bot' }): number {
  if (view === 'queue') return panel?.updates.length ?? 0
  return view === 'webhook' ? (panel?.deliveries.length ?? 0) : (panel?.limits.length ?? 0)
}

const pageOf = ({ size }: State) => Math.max(1, size.rows - 8)

export const overlayUp = (state: State): Step => move(state, -1)
export const overlayDown = (state: State): Step => move(state, 1)
export const overlayPageUp = (state: State): Step => move(state, -pageOf(state))
export const overlayPageDown = (state: State): Step => move(state, pageOf(state))
export const overlayTop = (state: State): Step => move(state, -9999)

export function choose(state: State): Step {
  const top = topOf(state)
  const below = { ...state, overlays: state.overlays.slice(0, -1) }
  if (top?.kind === 'palette') {
    const item = paletteItems(state, top.filter.text)[top.selected]
    if (!item) return step(state)
    return item.own ? DOES[item.own](below) : openForm(below, item.name, knownValues(state, item))
  }
  const item = top?.kind === 'menu' ? top.items[top.selected] : undefined
  return item ? chosen(below, item) : step(state)
}

function chosen(state: State, { action, params, ask }: MenuItem): Step {
  return ask
    ? openForm(state, action, params)
    : step(state, { do: 'perform', action, params, from: 'key', said: `${action}: done` })
}

const DOES: Record<keyof typeof OWN, (state: State) => Step> = { record, limits, queue, webhook, time, help, quit }

export const sendFile = (state: State): Step =>
  state.open === null ? step(state) : openForm(state, 'sendFile', { as: state.me, to: state.open, kind: 'document' })

export function newThing(state: State): Step {
  const items = state.actions
    .filter((action) => action.name.startsWith('create'))
    .map(({ name }): MenuItem => ({ says: name, action: name, params: { owner: state.me }, ask: true }))
  return step(overlaid(state, { kind: 'menu', title: 'make something new', items, selected: 0 }))
}

const JUMPS = [
  ['1 second', 1],
  ['10 seconds', 10],
  ['1 minute', 60],
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['3 days', 3 * 86_400],
] as const

export function time(state: State): Step {
  const jumps = JUMPS.map(
    ([says, seconds]): MenuItem => ({ says: `jump ${says}`, action: 'advanceClock', params: { seconds } }),
  )
  const items: MenuItem[] = [
    ...jumps,
    { says: 'jump by seconds …', action: 'advanceClock', params: {}, ask: true },
    state.clock.frozen
      ? { says: 'let it run', action: 'resumeClock', params: {} }
      : { says: 'freeze', action: 'freezeClock', params: {} },
    { says: 'set to a moment …', action: 'setClock', params: { at: Math.floor(state.clock.now) }, ask: true },
  ]
  return step(overlaid(state, { kind: 'menu', title: 'the clock', items, selected: 0 }))
}
