// Laying something on top, and what the palette and its forms are made of.

import type { ActionDescription } from '../../contract/service.ts'
import { formFor } from './form.ts'
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

/** What the dashboard itself does, beside the actions. */
export const OWN = {
  record: 'Records what is played from now on; again stops and saves it as a scenario.',
  limits: "Shows a bot's limits, and the seconds until they are free.",
  queue: 'Shows the updates that wait for a bot.',
  webhook: "Shows a bot's webhook and its deliveries.",
  time: 'Jumps, freezes or sets the clock.',
  help: 'Names all keys.',
  quit: 'Ends the dashboard.',
} as const

export type PaletteItem = ActionDescription & { own?: keyof typeof OWN }

const own = Object.entries(OWN).map(
  ([name, summary]): PaletteItem => ({ name, summary, params: {}, own: name as keyof typeof OWN }),
)

/** All whose name or summary has every word that was written, those first that are called so. */
export function paletteItems({ actions }: State, filter: string): readonly PaletteItem[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const items = [...actions, ...own]
  const named = (one: PaletteItem) => words.every((word) => one.name.toLowerCase().includes(word))
  const about = (one: PaletteItem) => words.every((word) => `${one.name} ${one.summary}`.toLowerCase().includes(word))
  return [...items.filter(named), ...items.filter((one) => !named(one) && about(one))]
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
