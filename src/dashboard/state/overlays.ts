// Laying something on top, and what the palette and its forms are made of.

import fuzzysort from 'fuzzysort'
import type { ActionDescription } from '../../contract/service.ts'
import { type Field, type Form, formFor } from './form.ts'
import { type Item, rosterOf, titleOf } from './roster.ts'
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
  steps: 'Shows the steps that are recorded, to edit them, leave some out, and play them again.',
  limits: "Shows a bot's limits, and the seconds until they are free.",
  queue: 'Shows the updates that wait for a bot.',
  webhook: "Shows a bot's webhook and its deliveries.",
  faults: 'Shows the faults that are armed, and how often each has fired.',
  snapshots: 'Shows the snapshots of the world, to put one back.',
  members: 'Shows who is in the chat that is open, with their rights and mutes.',
  time: 'Jumps, freezes or sets the clock.',
  help: 'Names all keys.',
  quit: 'Ends the dashboard.',
} as const

export type PaletteItem = ActionDescription & {
  own?: keyof typeof OWN
  preset?: Readonly<Record<string, unknown>>
  item?: Item
}

/** Faults that are injected most often, for the next call of the bot at hand. */
const PRESETS: readonly PaletteItem[] = [
  ['fault 429', 'The next call is refused: too many requests, retry after 3 s.', { status: 429, retry_after: 3 }],
  ['fault 500', 'The next call fails with an internal error.', { status: 500 }],
  ['fault drop after', 'The next call has its effect, and its answer is lost.', { drop: 'after' }],
  ['fault drop before', 'The next call is lost on its way.', { drop: 'before' }],
  ['fault hang', 'The next call is never answered.', { hang: true }],
].map(([name, summary, preset]) => ({ name, summary, params: {}, preset }) as PaletteItem)

const own = Object.entries(OWN).map(
  ([name, summary]): PaletteItem => ({ name, summary, params: {}, own: name as keyof typeof OWN }),
)

/** All whose name or summary has what was written, letter by letter, those first that are called so. */
export function paletteItems(state: State, filter: string): readonly PaletteItem[] {
  const all = [...state.actions, ...own, ...PRESETS, ...rosterOf(withoutFilter(state)).map(itemOf)]
  const recent = state.recent.flatMap((name) => all.find((one) => one.name === name) ?? [])
  const items = [...recent, ...all.filter((one) => !recent.includes(one))]
  if (filter.trim() === '') return items
  return fuzzysort
    .go(filter, items, {
      keys: ['name', 'summary'],
      scoreFn: ([name, summary]) => Math.max(name!.score, summary!.score / 2),
    })
    .map(({ obj }) => obj)
}

const withoutFilter = (state: State): State => ({ ...state, filters: { ...state.filters, chats: '' } })

const itemOf = (item: Item): PaletteItem => ({
  name: titleOf(item),
  summary: item.kind === 'person' ? `Plays ${item.handle}.` : `Opens the chat ${item.handle}.`,
  params: {},
  item,
})

const MAX_RECENT = 20

export const withRecent = (state: State, name: string): State => ({
  ...state,
  recent: [name, ...state.recent.filter((one) => one !== name)].slice(0, MAX_RECENT),
})

/** An action that needs nothing said is done at once. */
export function openForm(state: State, name: string, known: Readonly<Record<string, unknown>>): Step {
  const action = state.actions.find((one) => one.name === name)
  if (!action) return step(tell(state, `This emulator has no action ${name}.`, true))
  const form = formFor(action, known)
  if (!form.fields.length)
    return step(state, { do: 'perform', action: name, params: {}, from: 'key', said: `${name}: done` })
  return step(overlaid(state, { kind: 'form', form }), ...form.fields.flatMap((field) => readFor(form, field)))
}

/** What is read once more when a field has changed: the folder of a path, the members of a chat. */
export function readFor({ fields }: Form, { kind, name, input: { text } }: Field): Effect[] {
  if (kind === 'file') return [{ do: 'paths', path: text }]
  const asksWho = name === 'chat' && text !== '' && fields.some((field) => field.name === 'who')
  return asksWho ? [{ do: 'members', chat: text }] : []
}

/** What a group can do to one of its members. */
export function memberMenu(state: State, who: string | number, name: string): Step {
  const params = { as: state.me, chat: state.open, who }
  const items = ['mute', 'unmute', 'ban', 'unban', 'promote', 'demote', 'add'].map((action) => ({
    says: action,
    action,
    params,
    ask: action === 'promote' || action === 'mute',
  }))
  return step(overlaid(state, { kind: 'menu', title: `what to do with ${name}`, items, selected: 0 }))
}
