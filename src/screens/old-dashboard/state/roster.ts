// The list of chats and people, and what opening one of them changes.

import type { UserView } from '../../../control/contract/people.ts'
import { buttonsOf } from '../../../control/describe/message.ts'
import { inputOf } from '../forms/input.ts'
import { withConversation, withEffects, withFilters, withSelection } from './change.ts'
import { EMPTY_COMPOSER, NO_CONVERSATION, scrolledToEnd } from './initial-state.ts'
import { FOUR_PANES } from './layout.ts'
import { type Bot, isBlocked, isStarted, type PersonChat } from './model.ts'
import type { Focus, Params, State } from './state.ts'

export interface RosterItem {
  kind: 'chat' | 'bot' | 'shared' | 'person'
  handle: string
  title: string
  /** The text after the title: the kind of a group or channel, `blocked`, `start` (not started yet), `you`, or ''. */
  note: string
  chat?: PersonChat
  id?: number
}

export const HEADINGS: Record<RosterItem['kind'], string | null> = {
  chat: null,
  bot: 'bots not started',
  shared: 'not a member',
  person: 'people',
}

export function rosterOf({ chats, bots, sharedChats, people, filters, me }: State): RosterItem[] {
  const listed = new Set(chats.map((chat) => chat.handle))
  const isOther = ({ handle }: { handle: string }) => !listed.has(handle)
  const items: RosterItem[] = [
    ...chats.map((chat) => ({
      kind: 'chat' as const,
      handle: chat.handle,
      title: chat.title,
      note: noteOf(chat),
      chat,
    })),
    ...bots
      .filter(isOther)
      .map(({ handle, first_name: title }) => ({ kind: 'bot' as const, handle, title, note: 'start' })),
    ...sharedChats
      .filter((place) => place.kind !== 'comments' && isOther(place))
      .map(({ handle, title, kind: note }) => ({ kind: 'shared' as const, handle, title, note })),
    ...people
      .filter(({ deleted }) => !deleted)
      .map(({ handle, first_name: title, id }) => {
        return { kind: 'person' as const, handle, title, note: handle === me ? 'you' : '', id }
      }),
  ]
  const filter = filters.chats.toLowerCase()
  return filter ? items.filter(({ handle, title }) => `${handle} ${title}`.toLowerCase().includes(filter)) : items
}

const noteOf = (chat: PersonChat) => (isBlocked(chat) ? 'blocked' : chat.kind === 'private' ? '' : chat.kind)

export const selectItem = (state: State, fits: (item: RosterItem) => boolean): State =>
  withSelection(state, { chats: Math.max(0, rosterOf(state).findIndex(fits)) })

/** Returns the open chat from the list of chats, else from the conversation, which is loaded less often. */
export const openChat = ({ chats, open, conversation: { chat } }: State): PersonChat | undefined =>
  chats.find(({ handle }) => handle === open) ?? (chat?.handle === open ? chat : undefined)

export const openBot = (state: State): Bot | undefined => state.bots.find((bot) => bot.handle === state.open)

/** Returns the action by which the played person enters the open chat, unless the person is in it. */
export function entryAction(state: State): { action: 'start' | 'join'; params: Params; hint: string } | undefined {
  const { me: as, open, chats, sharedChats } = state
  if (as === null || open === null) return undefined
  const isOut = !chats.some(({ handle }) => handle === open)
  if (openBot(state))
    return isStarted(openChat(state))
      ? undefined
      : { action: 'start', params: { as, bot: open }, hint: 'start the bot' }
  const chat = sharedChats.find(({ handle }) => handle === open)
  return chat && isOut && chat.kind !== 'comments'
    ? { action: 'join', params: { as, chat: open }, hint: 'join' }
    : undefined
}

/** Returns `start` or `join` if Enter performs it. Returns undefined if Enter sends a message instead. */
export function entryOnEnter(state: State) {
  const entry = entryAction(state)
  const { text } = state.composer
  return entry && (text.trim() === '' || (entry.action === 'start' && text === '/start')) ? entry : undefined
}

export const currentBot = (state: State): Bot | undefined => openBot(state) ?? state.bots[0]

/** Returns the bots that the header shows, the current bot first: three on a wide terminal, else one. */
export function headerBots(state: State): Bot[] {
  const first = currentBot(state)
  const others = state.bots.filter((bot) => bot !== first)
  return [...(first ? [first] : []), ...others].slice(0, state.size.columns >= FOUR_PANES ? 3 : 1)
}

export const inspectedBot = (state: State): Bot | undefined =>
  state.bots.find(({ handle }) => handle === state.inspector.bot) ?? currentBot(state)

export const playedPerson = (state: State): UserView | undefined =>
  state.people.find((person) => person.handle === state.me)

const draftKey = ({ me }: State, chat: string | null) => `${me} in ${chat}`

/** Keeps the text of the composer as a draft of the open chat, unless the text is an edit of a message. */
export function saveDraft(state: State): State {
  const { text, editing } = state.composer
  const { [draftKey(state, state.open)]: _, ...others } = state.drafts
  const isDraft = editing === null && text.trim() !== ''
  return { ...state, drafts: isDraft ? { ...others, [draftKey(state, state.open)]: text } : others }
}

export function openChatByHandle(before: State, handle: string): State {
  if (before.open === handle) return before
  const state = saveDraft(before)
  const { history } = state.composer
  const text = state.drafts[draftKey(state, handle)] ?? ''
  return {
    ...state,
    open: handle,
    conversation: NO_CONVERSATION,
    composer: { ...EMPTY_COMPOSER, ...inputOf(text), history },
    filters: { ...state.filters, conversation: '' },
    selection: { ...state.selection, keyboard: 0 },
  }
}

/** When the messages get the focus, a message with buttons is selected if it is one of this many newest messages. */
const RECENT_MESSAGES = 4

/** Focuses a pane. In the messages, if none is selected, selects a recent one with buttons, else the newest. */
export function focusPane(state: State, focus: Focus): State {
  if (focus !== 'conversation' || state.conversation.selected !== null) return { ...state, focus }
  const { messages } = state.conversation
  const pressable = messages.slice(-RECENT_MESSAGES).findLast((message) => buttonsOf(message).length > 0)
  const selected = (pressable ?? messages.at(-1))?.message_id ?? null
  return withConversation({ ...state, focus }, { selected, button: 0, scroll: scrolledToEnd(selected) })
}

/** Makes `me` the played person, and opens the chat `open` if it is not null. */
export function switchTo(state: State, me: string, open: string | null): State {
  const composer = { ...EMPTY_COMPOSER, history: state.composer.history }
  const other = { ...saveDraft(state), me, open: null, composer }
  return withEffects(
    withSelection({ ...openChatByHandle(other, open ?? ''), open, chats: [] }, { chats: 0 }),
    { do: 'load', what: 'chats' },
    { do: 'load', what: 'conversation' },
    { do: 'remember' },
  )
}

export function openToWrite(state: State, handle: string): State {
  const opened = { ...openChatByHandle(state, handle), focus: 'compose' as const }
  return withEffects(opened, { do: 'load', what: 'conversation' }, { do: 'remember' })
}

export function openItem(state: State, item: RosterItem): State {
  const unfiltered = withFilters(state, { chats: '' })
  if (item.kind === 'person')
    return item.handle === state.me ? unfiltered : switchTo(unfiltered, item.handle, state.open)
  return selectItem(openToWrite(unfiltered, item.handle), (one) => one.handle === item.handle && one.kind === item.kind)
}
