// The list of chats and people, and what opening one of them changes.

import { batch } from '@preact/signals-core'
import type { PersonChatView } from '../../../control/contract/chats.ts'
import { newestText } from '../../../control/describe/message.ts'
import { colourOfPerson } from '../look.ts'
import { inputOf } from '../text/input.ts'
import { dim, type Item } from './items.ts'
import { chosenIn, EMPTY_COMPOSER, endNotices, isNotDone, type Screen, setComposer, setFilter } from './screen.ts'

/** A row of the list. `run` opens the chat, or acts as the person. */
export interface RosterItem extends Item {
  kind: 'chat' | 'bot' | 'shared' | 'person'
  handle: string
  title: string
}

const HEADINGS = { chat: null, bot: 'bots not started', shared: 'not a member', person: 'people' } as const

/** The last messages are shown only on a screen with at least this many rows. */
const LOW = 16

/** Reads signals, so that a component or a computed that calls it follows them. */
export function rosterOf(screen: Screen, filter = ''): RosterItem[] {
  const { chats, model, sharedChats, people, me, open, size, look } = screen
  const own = chats.value ?? []
  const listed = new Set(own.map((chat) => chat.handle))
  const isOther = ({ handle }: { handle: string }) => !listed.has(handle)
  const row = (kind: RosterItem['kind'], handle: string, title: string, note: string, more: Partial<Item> = {}) => {
    const name = { text: title, bold: handle === open.value }
    const run = () => openChat(screen, handle)
    return { id: `${kind} ${handle}`, kind, handle, title, parts: [name], right: [dim(note)], run, ...more }
  }
  const rows: RosterItem[] = [
    ...own.map((chat) => {
      const { handle, title, unread, last_message: last } = chat
      const count = unread ? [{ text: ` (${unread})`, tone: 'warn', bold: true } as const] : []
      return row('chat', handle, title, noteOf(chat), {
        right: [dim(noteOf(chat)), ...count],
        ...(last && size.value.rows >= LOW && { below: [dim(newestText(last, chat.kind, me.value))], isShort: true }),
      })
    }),
    ...model.bots.value.filter(isOther).map(({ handle, first_name }) => row('bot', handle, first_name, 'start')),
    ...sharedChats.value
      .filter((place) => place.kind !== 'comments' && isOther(place))
      .map(({ handle, title, kind }) => row('shared', handle, title, kind)),
    ...people.value.map(({ handle, first_name: text, id }) => {
      const parts = [{ text, bold: handle === me.value, ...colourOfPerson(look, id) }]
      const run = () => openChat(screen, open.peek(), handle)
      return row('person', handle, text, handle === me.value ? 'you' : '', { parts, run })
    }),
  ]
  const words = filter.toLowerCase()
  return words ? rows.filter(({ handle, title }) => `${handle} ${title}`.toLowerCase().includes(words)) : rows
}

function noteOf(chat: PersonChatView) {
  if (chat.kind === 'private') return chat.blocked ? 'blocked' : chat.started ? '' : 'start'
  return chat.kind
}

/** The filtered roster, with its headings. */
export function visibleRoster(screen: Screen) {
  const rows = rosterOf(screen, screen.filters.value.chats).flatMap((item, i, all): (Item & Partial<RosterItem>)[] => {
    const text = all[i - 1]?.kind === item.kind ? null : HEADINGS[item.kind]
    return text ? [{ id: `heading ${text}`, parts: [dim(text)], isHeading: true }, item] : [item]
  })
  return chosenIn(rows, screen.chatAt.value)
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
    setFilter(screen, 'chats', '')
    if (isSame) return
    endNotices(screen, isNotDone)
    screen.messageId.value = null
    screen.buttonAt.value = 0
    screen.composer.value = { ...EMPTY_COMPOSER, input: inputOf(screen.drafts.get(draftKey(screen)) ?? '') }
    setFilter(screen, 'messages', '')
    screen.host.remember({ me: as, open: handle })
  })
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
