// One part of the state, changed.

import type { Composer, Inspector, State, Talk } from './state.ts'

export const withTalk = (state: State, change: Partial<Talk>): State => ({
  ...state,
  talk: { ...state.talk, ...change },
})

export const withComposer = (state: State, change: Partial<Composer>): State => ({
  ...state,
  composer: { ...state.composer, ...change },
})

export const withChosen = (state: State, change: Partial<State['chosen']>): State => ({
  ...state,
  chosen: { ...state.chosen, ...change },
})

export const withFilter = (state: State, change: Partial<State['filters']>): State => ({
  ...state,
  filters: { ...state.filters, ...change },
})

export const withInspector = (state: State, change: Partial<Inspector>): State => ({
  ...state,
  inspector: { ...state.inspector, ...change },
})
