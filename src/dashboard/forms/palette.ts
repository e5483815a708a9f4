// The palette: all actions, what the dashboard does itself, faults, chats and people, found letter by letter.

import fuzzysort from 'fuzzysort'
import type { ActionDescription } from '../../contract/service.ts'
import { time } from '../commands/clock.ts'
import { faults, limits, members, queue, snapshots, steps, webhook } from '../commands/inspect.ts'
import { record } from '../commands/record.ts'
import { help, quit } from '../commands/terminal.ts'
import { openItem } from '../state/focus.ts'
import { botAtHand, type Item, rosterOf } from '../state/roster.ts'
import type { State } from '../state/state.ts'
import { withFilter } from '../state/with.ts'
import { done, knownValues, openForm } from './open-form.ts'

export interface PaletteItem {
  name: string
  summary: string
  /** Whether a key of that name does the same. */
  hasKey?: boolean
  choose(state: State): State
}

/** What the dashboard itself does, beside the actions. */
const OWN: readonly PaletteItem[] = [
  [record, 'record', 'Records what is played from now on; again stops and saves it as a scenario.'],
  [steps, 'steps', 'Shows the steps that are recorded, to edit them, leave some out, and play them again.'],
  [limits, 'limits', "Shows a bot's limits, and the seconds until they are free."],
  [queue, 'queue', 'Shows the updates that wait for a bot.'],
  [webhook, 'webhook', "Shows a bot's webhook and its deliveries."],
  [faults, 'faults', 'Shows the faults that are armed, and how often each has fired.'],
  [snapshots, 'snapshots', 'Shows the snapshots of the world, to put one back.'],
  [members, 'members', 'Shows who is in the chat that is open, with their rights and mutes.'],
  [time, 'time', 'Jumps, freezes or sets the clock.'],
  [help, 'help', 'Names all keys.'],
  [quit, 'quit', 'Ends the dashboard.'],
].map(([choose, name, summary]) => ({ name, summary, hasKey: true, choose }) as PaletteItem)

/** Faults that are injected most often, for the next call of the bot at hand. */
const FAULTS: readonly PaletteItem[] = [
  ['fault 429', 'The next call is refused: too many requests, retry after 3 s.', { status: 429, retry_after: 3 }],
  ['fault 500', 'The next call fails with an internal error.', { status: 500 }],
  ['fault drop after', 'The next call has its effect, and its answer is lost.', { drop: 'after' }],
  ['fault drop before', 'The next call is lost on its way.', { drop: 'before' }],
  ['fault hang', 'The next call is never answered.', { hang: true }],
].map(([name, summary, fault]) => ({ name, summary, choose: injecting(fault as object) }) as PaletteItem)

function injecting(fault: object) {
  return (state: State) => done(state, 'injectFault', { bot: botAtHand(state)?.handle, ...fault })
}

const actionItem = (action: ActionDescription): PaletteItem => ({
  name: action.name,
  summary: action.summary,
  choose: (state) => openForm(state, action.name, knownValues(state, action)),
})

const rosterItem = (item: Item): PaletteItem => ({
  name: item.title,
  summary: item.kind === 'person' ? `Plays ${item.handle}.` : `Opens the chat ${item.handle}.`,
  choose: (state) => openItem(state, item),
})

/** Below this, the letters are there and little else. */
const LIKE_ENOUGH = 0.5

/** All whose name or summary has what was written, letter by letter, those first that are called so. */
export function paletteItems(state: State, filter: string): readonly PaletteItem[] {
  const roster = rosterOf(withFilter(state, { chats: '' }))
  const all = [...state.actions.map(actionItem), ...OWN, ...FAULTS, ...roster.map(rosterItem)]
  const recent = state.recent.flatMap((name) => all.find((one) => one.name === name) ?? [])
  const items = [...recent, ...all.filter((one) => !recent.includes(one))]
  if (filter.trim() === '') return items
  return fuzzysort
    .go(filter, items, {
      keys: ['name', 'summary'],
      threshold: LIKE_ENOUGH,
      scoreFn: ([name, summary]) => (name!.score >= LIKE_ENOUGH ? 1 + name!.score : summary!.score),
    })
    .map(({ obj }) => obj)
}

const MAX_RECENT = 20

export const withRecent = (state: State, name: string): State => ({
  ...state,
  recent: [name, ...state.recent.filter((one) => one !== name)].slice(0, MAX_RECENT),
})
