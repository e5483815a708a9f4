// The state with a part of it changed, or with something to do outside.

import type { Effect, Params } from './effect.ts'
import type { State } from './state.ts'

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
