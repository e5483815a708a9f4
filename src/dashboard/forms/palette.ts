// The palette: all actions, what the dashboard does itself, faults, chats and people, found letter by letter.

import fuzzysort from 'fuzzysort'
import type { ActionDescription } from '../../contract/service.ts'
import { type Item, rosterOf, titleOf } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { withFilter } from '../state/with.ts'

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

const withoutFilter = (state: State): State => withFilter(state, { chats: '' })

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
