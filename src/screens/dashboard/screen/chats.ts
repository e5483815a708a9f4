// The list of chats and people, and what opening one of them changes.

import { batch } from '@preact/signals-core'
import type { PersonChatView } from '../../../control/contract/chats.ts'
import { inputOf } from '../text/input.ts'
import { EMPTY_COMPOSER, NO_FILTERS, type Screen, setComposer, stepOver } from './screen.ts'

export interface RosterItem {
  kind: 'chat' | 'bot' | 'shared' | 'person'
  handle: string
  title: string
  /** The kind of a group or channel, `blocked`, `start` (not started yet), `you`, or ''. */
  note: string
  chat?: PersonChatView
  id?: number
}

const HEADINGS = { chat: null, bot: 'bots not started', shared: 'not a member', person: 'people' } as const

/** Reads signals, so that a component or a computed that calls it follows them. */
export function rosterOf({ chats, model, sharedChats, people, me }: Screen, filter = ''): RosterItem[] {
  const own = chats.value ?? []
  const listed = new Set(own.map((chat) => chat.handle))
  const isOther = ({ handle }: { handle: string }) => !listed.has(handle)
  const items: RosterItem[] = [
    ...own.map((chat) => ({ kind: 'chat' as const, handle: chat.handle, title: chat.title, note: noteOf(chat), chat })),
    ...model.bots.value
      .filter(isOther)
      .map(({ handle, first_name: title }) => ({ kind: 'bot' as const, handle, title, note: 'start' })),
    ...sharedChats.value
      .filter((place) => place.kind !== 'comments' && isOther(place))
      .map(({ handle, title, kind: note }) => ({ kind: 'shared' as const, handle, title, note })),
    ...people.value.map(({ handle, first_name: title, id }) => {
      return { kind: 'person' as const, handle, title, note: handle === me.value ? 'you' : '', id }
    }),
  ]
  const words = filter.toLowerCase()
  return words ? items.filter(({ handle, title }) => `${handle} ${title}`.toLowerCase().includes(words)) : items
}

function noteOf(chat: PersonChatView) {
  if (chat.kind === 'private') return chat.blocked ? 'blocked' : chat.started ? '' : 'start'
  return chat.kind
}

type Heading = Pick<RosterItem, 'title'> & { isHeading: true }

/** The filtered roster, with its headings. */
export const visibleRoster = (screen: Screen): (Heading | (RosterItem & { isHeading?: never }))[] =>
  rosterOf(screen, screen.filters.value.chats).flatMap((item, i, all) => {
    const title = all[i - 1]?.kind === item.kind ? null : HEADINGS[item.kind]
    return title ? [{ title, isHeading: true }, item] : [item]
  })

/** The chosen item of the roster, or the nearest one to a heading. */
export function chosenOfRoster(screen: Screen) {
  const roster = visibleRoster(screen)
  const item = roster[stepOver(roster, screen.chatAt.value, 0)]
  return item && !item.isHeading ? item : undefined
}

/** Returns the action by which the played person enters the open chat, unless the person is in it. */
export function entryOf(screen: Screen) {
  const { me, open, sharedChats, openBot, entered } = screen
  const as = me.value
  const to = open.value
  if (as === null || to === null || isIn(screen) !== false || entered.value === `${as} ${to}`) return undefined
  if (openBot.value) return { action: 'start', params: { as, bot: to } } as const
  const shared = sharedChats.value.find(({ handle }) => handle === to)
  return shared && shared.kind !== 'comments' ? ({ action: 'join', params: { as, chat: to } } as const) : undefined
}

/** True if the open chat is started or joined; undefined while the chats are not loaded. */
export function isIn({ chats, open }: Screen): boolean | undefined {
  const chat = chats.value?.find(({ handle }) => handle === open.value)
  return chats.value && chat !== undefined && (chat.kind !== 'private' || chat.started)
}

const draftKey = ({ me, open }: Screen) => `${me.peek()} in ${open.peek()}`

function keepDraft(screen: Screen) {
  const { input, editing } = screen.composer.peek()
  if (editing === null && input.text !== '') screen.drafts.set(draftKey(screen), input.text)
  else screen.drafts.delete(draftKey(screen))
}

/** Opens a chat, as another person if `as` is given, and gives the focus to the input. */
export function openChat(screen: Screen, handle: string | null, as = screen.me.peek()) {
  batch(() => {
    keepDraft(screen)
    const isSame = handle === screen.open.peek() && as === screen.me.peek()
    screen.me.value = as
    screen.open.value = handle
    screen.focus.value = 'input'
    screen.filters.value = { ...screen.filters.peek(), chats: NO_FILTERS.chats }
    if (isSame) return
    screen.messageId.value = null
    screen.unseen.value = 0
    screen.buttonAt.value = 0
    screen.composer.value = { ...EMPTY_COMPOSER, input: inputOf(screen.drafts.get(draftKey(screen)) ?? '') }
    screen.filters.value = { ...screen.filters.peek(), messages: '' }
    screen.host.remember({ me: as, open: handle })
  })
}

export function openItem(screen: Screen, { kind, handle }: RosterItem) {
  if (kind === 'person') openChat(screen, screen.open.peek(), handle)
  else openChat(screen, handle)
}

/** Chooses a person and a chat at the start, and others if they don't exist any more. */
export function chooseMissing(screen: Screen) {
  const { me, open, people, chats, model, sharedChats } = screen
  if (model.link.value !== 'open' || !people.value.length) return
  const isPlayed = people.value.some(({ handle }) => handle === me.value)
  if (!isPlayed) return openInstead(screen, open.peek(), people.value[0]?.handle ?? null)
  const all = [...model.bots.value, ...(chats.value ?? []), ...sharedChats.value]
  if (!chats.value || all.some(({ handle }) => handle === open.value)) return
  const latest = chats.value.find((chat) => chat.last_message)
  const first = latest ?? model.bots.value[0] ?? chats.value[0]
  if (first) openInstead(screen, first.handle, me.peek())
}

/** What was typed before, for example while the dashboard was connecting, is kept in the input. */
function openInstead(screen: Screen, handle: string | null, as: string | null) {
  const { input } = screen.composer.peek()
  openChat(screen, handle, as)
  if (input.text !== '') setComposer(screen, { input })
}
