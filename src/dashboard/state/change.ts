// Functions that change one part of the state: panes, overlays, effects, messages to the user.

import type { Effect, MenuItem, Overlay, Params, State } from './state.ts'

type Part = 'talk' | 'composer' | 'chosen' | 'filters' | 'inspector'

const changing =
  <P extends Part>(part: P) =>
  (state: State, change: Partial<State[P]>): State => ({ ...state, [part]: { ...state[part], ...change } })

export const withTalk = changing('talk')
export const withComposer = changing('composer')
export const withChosen = changing('chosen')
export const withFilter = changing('filters')
export const withInspector = changing('inspector')

export const withEffects = (state: State, ...effects: readonly Effect[]): State =>
  effects.length ? { ...state, effects: [...state.effects, ...effects] } : state

/** An action, and what is said when it is done. */
export const perform = (state: State, action: string, params: Params, said?: string): State =>
  withEffects(state, { do: 'perform', action, params, from: 'key', said })

export const copied = (state: State, text: string, what: string): State =>
  withEffects(state, { do: 'copy', text, what })

export const TOAST_MS = 6000

export const tell = (state: State, text: string, bad = false): State => ({
  ...state,
  toast: { text, bad, untilMs: state.nowMs + TOAST_MS },
})

export const topOf = (state: State): Overlay | undefined => state.overlays.at(-1)

type OfKind<Kind extends Overlay['kind']> = Overlay & { kind: Kind }

/** The one on top where it is of that kind. */
export const onTop = <Kind extends Overlay['kind']>(state: State, kind: Kind): OfKind<Kind> | undefined => {
  const top = topOf(state)
  return top?.kind === kind ? (top as OfKind<Kind>) : undefined
}

export const overlaid = (state: State, overlay: Overlay): State => ({
  ...state,
  overlays: [...state.overlays, overlay],
})

/** The one on top, changed. */
export const changed = (state: State, overlay: Overlay): State => ({
  ...state,
  overlays: [...state.overlays.slice(0, -1), overlay],
})

export const withoutTop = (state: State): State => ({ ...state, overlays: state.overlays.slice(0, -1) })

/** The one on top, changed where it is of that kind. */
export function changedOn<Kind extends Overlay['kind']>(
  state: State,
  kind: Kind,
  change: (top: OfKind<Kind>) => OfKind<Kind>,
): State {
  const top = onTop(state, kind)
  return top ? changed(state, change(top)) : state
}

export const menu = (state: State, title: string, items: readonly MenuItem[]): State =>
  overlaid(state, { kind: 'menu', title, items, selected: 0 })

/** An action by its name, done at once or asked about first. */
export const offered = (action: string, params: MenuItem['params'], ask = false): MenuItem => ({
  says: action,
  action,
  params,
  ask,
})

/** What a group can do to one of its members. */
export function memberMenu(state: State, who: string | number, name: string): State {
  const params = { as: state.me, chat: state.open, who }
  const actions = ['mute', 'unmute', 'ban', 'unban', 'promote', 'demote', 'add']
  const items = actions.map((action) => offered(action, params, action === 'promote' || action === 'mute'))
  return menu(state, `what to do with ${name}`, items)
}
