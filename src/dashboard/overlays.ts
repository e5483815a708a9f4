// Laying something on top, and what the palette and its forms are made of.

import { formFor } from './form.ts'
import type { ActionDescription } from './model.ts'
import type { Overlay, State } from './state.ts'
import { type Effect, type Step, step, tell } from './step.ts'

export const overlaid = (state: State, overlay: Overlay): State => ({
  ...state,
  overlays: [...state.overlays, overlay],
})

/** The one on top, changed. */
export const changed = (state: State, overlay: Overlay): State => ({
  ...state,
  overlays: [...state.overlays.slice(0, -1), overlay],
})

/** The actions whose name or summary has every word that was written. */
export function paletteItems({ actions }: State, filter: string): readonly ActionDescription[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const named = (one: ActionDescription) => words.every((word) => one.name.toLowerCase().includes(word))
  const about = (one: ActionDescription) =>
    words.every((word) => `${one.name} ${one.summary}`.toLowerCase().includes(word))
  return [...actions.filter(named), ...actions.filter((one) => !named(one) && about(one))]
}

/** An action that needs nothing said is done at once. */
export function openForm(state: State, name: string, known: Readonly<Record<string, unknown>>): Step {
  const action = state.actions.find((one) => one.name === name)
  if (!action) return step(tell(state, `This emulator has no action ${name}.`, true))
  const form = formFor(action, known)
  if (!form.fields.length)
    return step(state, { do: 'perform', action: name, params: {}, from: 'key', said: `${name}: done` })
  const file = form.fields.find((field) => field.kind === 'file')
  const effects: Effect[] = file ? [{ do: 'paths', path: file.input.text }] : []
  return step(overlaid(state, { kind: 'form', form }), ...effects)
}
