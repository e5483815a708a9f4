// Functions that change one part of the state: panes, overlays, effects, messages to the user.

import type { Effect, MenuItem, Overlay, Params, State } from './state.ts'

type Part = 'conversation' | 'composer' | 'selection' | 'filters' | 'inspector'

const updaterOf =
  <P extends Part>(part: P) =>
  (state: State, change: Partial<State[P]>): State => ({ ...state, [part]: { ...state[part], ...change } })

export const withConversation = updaterOf('conversation')
export const withComposer = updaterOf('composer')
export const withSelection = updaterOf('selection')
export const withFilters = updaterOf('filters')
export const withInspector = updaterOf('inspector')

export const toggle = <Item>(list: readonly Item[], item: Item): Item[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item]

export const withEffects = (state: State, ...effects: readonly Effect[]): State =>
  effects.length ? { ...state, effects: [...state.effects, ...effects] } : state

export const requestAction = (state: State, action: string, params: Params, successText?: string): State =>
  withEffects(state, { do: 'perform', action, params, from: 'key', successText })

export const copyText = (state: State, text: string, what: string): State =>
  withEffects(state, { do: 'copy', text, what })

export const TOAST_MS = 6000

export const showToast = (state: State, text: string, isError = false): State => ({
  ...state,
  toast: { text, isError, untilMs: state.nowMs + TOAST_MS },
})

export const topOverlay = (state: State): Overlay | undefined => state.overlays.at(-1)

type OverlayOfKind<Kind extends Overlay['kind']> = Overlay & { kind: Kind }

export const topOverlayOfKind = <Kind extends Overlay['kind']>(
  state: State,
  kind: Kind,
): OverlayOfKind<Kind> | undefined => {
  const top = topOverlay(state)
  return top?.kind === kind ? (top as OverlayOfKind<Kind>) : undefined
}

export const pushOverlay = (state: State, overlay: Overlay): State => ({
  ...state,
  overlays: [...state.overlays, overlay],
})

export const replaceOverlay = (state: State, overlay: Overlay): State => ({
  ...state,
  overlays: [...state.overlays.slice(0, -1), overlay],
})

export const closeOverlay = (state: State): State => ({ ...state, overlays: state.overlays.slice(0, -1) })

export function updateOverlay<Kind extends Overlay['kind']>(
  state: State,
  kind: Kind,
  change: (top: OverlayOfKind<Kind>) => OverlayOfKind<Kind>,
): State {
  const top = topOverlayOfKind(state, kind)
  return top ? replaceOverlay(state, change(top)) : state
}

export const openMenu = (state: State, title: string, items: readonly MenuItem[]): State =>
  pushOverlay(state, { kind: 'menu', title, items, selected: 0 })

export const menuItem = (action: string, params: MenuItem['params'], opensForm = false): MenuItem => ({
  label: action,
  action,
  params,
  opensForm,
})

export function openMemberMenu(state: State, who: string | number, name: string): State {
  const params = { as: state.me, chat: state.open, who }
  const actions = ['mute', 'unmute', 'ban', 'unban', 'promote', 'demote', 'add']
  const items = actions.map((action) => menuItem(action, params, action === 'promote' || action === 'mute'))
  return openMenu(state, `actions on ${name}`, items)
}
