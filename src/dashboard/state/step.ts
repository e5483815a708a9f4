// What a state turns into, and what is to be done about it outside.

import type { HeldFile } from './model.ts'
import type { State } from './state.ts'

type Params = Readonly<Record<string, unknown>>

export type Effect =
  | { do: 'perform'; action: string; params: Params; from: 'key' | 'form'; said?: string | undefined }
  | { do: 'load'; what: 'all' | 'chats' | 'talk' | 'directory' | 'polling' | 'panel' | 'steps' }
  | { do: 'look-at-clock' }
  | { do: 'travel'; to: number; keep: string | null; restore: string; says: string }
  | { do: 'preview'; files: readonly string[] }
  | { do: 'paths'; path: string }
  | { do: 'members'; chat: string }
  | { do: 'copy'; text: string; what: string }
  | { do: 'record' | 'replay' }
  | { do: 'save'; path: string; isOver: boolean; file?: HeldFile }
  | { do: 'view-file'; file: HeldFile }
  | { do: 'remember' }
  | { do: 'mouse'; isOn: boolean }
  | { do: 'redraw' | 'suspend' | 'quit' }

export interface Step {
  state: State
  effects: readonly Effect[]
}

export const step = (state: State, ...effects: Effect[]): Step => ({ state, effects })

/** An action, and what is said when it is done. */
export const perform = (state: State, action: string, params: Params, said?: string): Step =>
  step(state, { do: 'perform', action, params, from: 'key', said })

/** One step after another. */
export function followedBy({ state, effects }: Step, next: (state: State) => Step): Step {
  const after = next(state)
  return { state: after.state, effects: [...effects, ...after.effects] }
}

export const TOAST_MS = 6000

export const tell = (state: State, text: string, bad = false): State => ({
  ...state,
  toast: { text, bad, untilMs: state.nowMs + TOAST_MS },
})

export const copied = (state: State, text: string, what: string): Step => step(state, { do: 'copy', text, what })
