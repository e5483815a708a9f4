// The list of chats and people, and what opening one of them changes.

import type { UserView } from '../../contract/people.ts'
import { buttonsOf } from '../../describe/message.ts'
import { inputOf } from '../forms/input.ts'
import { withChosen, withEffects, withFilter, withTalk } from './change.ts'
import { BLANK, endOf, NO_TALK } from './initial-state.ts'
import { type Bot, type ChatOfMine, isBlocked, isStarted } from './model.ts'
import type { Focus, State } from './state.ts'

/** One line of it. */
export interface Item {
  kind: 'chat' | 'bot' | 'place' | 'person'
  handle: string
  title: string
  /** What stands at its end. */
  note: string
  chat?: ChatOfMine
  /** The number of a person. */
  id?: number
}

export const HEADINGS: Record<Item['kind'], string | null> = {
  chat: null,
  bot: 'bots not started',
  place: 'not a member',
  person: 'people',
}

export function rosterOf({ chats, bots, places, people, filters, me }: State): Item[] {
  const mine = new Set(chats.map((chat) => chat.handle))
  const isOther = ({ handle }: { handle: string }) => !mine.has(handle)
  const items: Item[] = [
    ...chats.map((chat): Item => ({ kind: 'chat', handle: chat.handle, title: chat.title, note: noteOf(chat), chat })),
    ...bots
      .filter(isOther)
      .map(({ handle, first_name }): Item => ({ kind: 'bot', handle, title: first_name, note: 'start' })),
    ...places
      .filter((place) => place.kind !== 'comments' && isOther(place))
      .map(({ handle, title, kind }): Item => ({ kind: 'place', handle, title, note: kind })),
    ...people
      .filter(({ deleted }) => !deleted)
      .map(({ handle, first_name: title, id }): Item => {
        return { kind: 'person', handle, title, note: handle === me ? 'you' : '', id }
      }),
  ]
  const wanted = filters.chats.toLowerCase()
  return wanted ? items.filter(({ handle, title }) => `${handle} ${title}`.toLowerCase().includes(wanted)) : items
}

const noteOf = (chat: ChatOfMine) => (isBlocked(chat) ? 'blocked' : chat.kind === 'private' ? '' : chat.kind)

/** The first that fits is the one at hand. */
export const withChosenItem = (state: State, fits: (item: Item) => boolean): State =>
  withChosen(state, { chats: Math.max(0, rosterOf(state).findIndex(fits)) })

/** The one that stands in the open chat's place. */
export const loadedOrListedChat = (state: State): ChatOfMine | undefined =>
  (state.talk.chat?.handle === state.open ? state.talk.chat : undefined) ??
  state.chats.find((chat) => chat.handle === state.open)

/** The chat's state in the list is the newer one. */
export const openChat = (state: State): ChatOfMine | undefined =>
  state.chats.find((chat) => chat.handle === state.open) ?? loadedOrListedChat(state)

export const openBot = (state: State): Bot | undefined => state.bots.find((bot) => bot.handle === state.open)

/** Whether Enter opens the private chat rather than sends what is written. */
export function startsBot(state: State): boolean {
  const chat = openChat(state)
  const { text } = state.composer
  return openBot(state) !== undefined && !isStarted(chat) && (text.trim() === '' || text === '/start')
}

/** The bot that a look at limits, queue or webhook is about. */
export const currentBot = (state: State): Bot | undefined => openBot(state) ?? state.bots[0]

const WIDE_ENOUGH_FOR_THREE = 160

/** Those that the header has room for, the one at hand first. */
export function headerBots(state: State): Bot[] {
  const { columns } = state.size
  const first = currentBot(state)
  const inOrder = [...(first ? [first] : []), ...state.bots.filter((bot) => bot !== first)]
  return inOrder.slice(0, columns >= WIDE_ENOUGH_FOR_THREE ? 3 : columns >= 80 ? 1 : 0)
}

/** The one that the inspector is about. */
export const inspectedBot = (state: State): Bot | undefined =>
  state.bots.find(({ handle }) => handle === state.inspector.bot) ?? currentBot(state)

export const meOf = (state: State): UserView | undefined => state.people.find((person) => person.handle === state.me)

const draftAt = ({ me }: State, chat: string | null) => `${me} in ${chat}`

/** What stands in the composer stays in its chat. */
export function withDraftKept(state: State): State {
  const { text, editing } = state.composer
  const { [draftAt(state, state.open)]: _, ...others } = state.drafts
  const isDraft = editing === null && text.trim() !== ''
  return { ...state, drafts: isDraft ? { ...others, [draftAt(state, state.open)]: text } : others }
}

export function openHandle(before: State, handle: string): State {
  if (before.open === handle) return before
  const state = withDraftKept(before)
  const { history } = state.composer
  const text = state.drafts[draftAt(state, handle)] ?? ''
  return {
    ...state,
    open: handle,
    talk: NO_TALK,
    composer: { ...BLANK, ...inputOf(text), history },
    filters: { ...state.filters, talk: '' },
    chosen: { ...state.chosen, keyboard: 0 },
  }
}

/** How far up buttons are still what one comes for. */
const NEAR = 4

/** The messages, with the newest at hand, or buttons that are near it. */
export function toPane(state: State, focus: Focus): State {
  if (focus !== 'talk' || state.talk.selected !== null) return { ...state, focus }
  const { messages } = state.talk
  const pressable = messages.slice(-NEAR).findLast((message) => buttonsOf(message).length > 0)
  const selected = (pressable ?? messages.at(-1))?.message_id ?? null
  return withTalk({ ...state, focus }, { selected, button: 0, part: endOf(selected) })
}

export function become(state: State, handle: string): State {
  if (state.me === handle) return state
  const other = { ...withDraftKept(state), me: handle, composer: { ...BLANK, history: state.composer.history } }
  const changed = { ...openHandle({ ...other, open: null }, state.open ?? ''), open: state.open, chats: [] }
  return withEffects(
    withChosen(changed, { chats: 0 }),
    { do: 'load', what: 'chats' },
    { do: 'load', what: 'talk' },
    { do: 'remember' },
  )
}

/** Opens the chat, or becomes the person. */
export function openItem(state: State, item: Item): State {
  const cleared = withFilter(state, { chats: '' })
  if (item.kind === 'person') return become(cleared, item.handle)
  const opened = { ...openHandle(cleared, item.handle), focus: 'compose' as const }
  const chosen = withChosenItem(opened, (one) => one.handle === item.handle && one.kind === item.kind)
  return withEffects(chosen, { do: 'load', what: 'talk' }, { do: 'remember' })
}
