// The palette: actions, commands, faults, chats and people, found by fuzzy search.

import fuzzysort from 'fuzzysort'
import type { ActionDescription } from '../../../control/contract/service.ts'
import { knownValues, openForm, performWithToast } from '../forms/open-form.ts'
import { withFilters } from '../state/change.ts'
import { currentBot, openItem, type RosterItem, rosterOf } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { browseCommands } from './browse.ts'
import { inspectorCommands } from './inspect.ts'
import { clockCommands, terminalCommands } from './menus.ts'
import { recordCommands } from './record.ts'

export interface PaletteItem {
  name: string
  summary: string
  key?: string | undefined
  choose(state: State): State
}

const DASHBOARD_ITEMS: readonly PaletteItem[] = Object.entries({
  ...recordCommands,
  ...browseCommands,
  ...inspectorCommands,
  ...clockCommands,
  ...terminalCommands,
}).flatMap(([name, { keys, palette: summary, run }]) =>
  summary === undefined ? [] : [{ name, summary, key: Object.values(keys)[0]?.[0], choose: run }],
)

const FAULTS: readonly PaletteItem[] = [
  ['fault 429', 'The next call is refused: too many requests, retry after 3 s.', { status: 429, retry_after: 3 }],
  ['fault 500', 'The next call fails with an internal error.', { status: 500 }],
  ['fault drop after', 'The next call takes effect, and its answer is lost.', { drop: 'after' }],
  ['fault drop before', 'The next call is lost before it takes effect.', { drop: 'before' }],
  ['fault hang', 'The next call is never answered.', { hang: true }],
].map(([name, summary, fault]) => {
  const choose = (state: State) =>
    performWithToast(state, 'injectFault', { bot: currentBot(state)?.handle, ...(fault as object) })
  return { name, summary, choose } as PaletteItem
})

const actionItem = (action: ActionDescription): PaletteItem => ({
  name: action.name,
  summary: action.summary,
  choose: (state) => openForm(state, action.name, knownValues(state, action)),
})

const rosterItem = (item: RosterItem): PaletteItem => ({
  name: item.title,
  summary: item.kind === 'person' ? `Plays ${item.handle}.` : `Opens the chat ${item.handle}.`,
  choose: (state) => openItem(state, item),
})

/** The score, from 0 to 1, below which an item is not a match: it shares only scattered letters with the filter. */
const MIN_SCORE = 0.5

export function paletteItems(state: State, filter: string): readonly PaletteItem[] {
  const roster = rosterOf(withFilters(state, { chats: '' }))
  const all = [...state.actions.map(actionItem), ...DASHBOARD_ITEMS, ...FAULTS, ...roster.map(rosterItem)]
  const recent = state.recent.flatMap((name) => all.find((one) => one.name === name) ?? [])
  const items = [...recent, ...all.filter((one) => !recent.includes(one))]
  if (filter.trim() === '') return items
  return fuzzysort
    .go(filter, items, {
      keys: ['name', 'summary'],
      threshold: MIN_SCORE,
      scoreFn: ([name, summary]) => (name!.score >= MIN_SCORE ? 1 + name!.score : summary!.score),
    })
    .map(({ obj }) => obj)
}

const MAX_RECENT = 20

export const withRecent = (state: State, name: string): State => ({
  ...state,
  recent: [name, ...state.recent.filter((one) => one !== name)].slice(0, MAX_RECENT),
})
