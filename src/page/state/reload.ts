// Loads the shown parts of the world, and reloads them after changes.

import type { EventView } from '../../contract/events.ts'
import type { DeliveryState } from '../../contract/traffic.ts'
import { changeMessages } from '../../screens/model/changed-messages.ts'
import { client, isCopy } from './emulator.ts'
import { phones } from './route.ts'
import { bots, chatsOf, conversationKey, conversations, type LoadedChat, people, reloads, report } from './world.ts'

/** The minimum time between two reloads, because many events often arrive at once. */
const RELOAD_MS = 100
const PAGE_SIZE = 300
/** The number of messages that each request loads while the page searches for a linked message. */
const SEARCH_SIZE = 2000

const SHOWN_CHAT = '/users/:user/chats/:chat'

/** The separately reloaded parts of the world. `lists`: chat lists; `chats`: open chats, but not their messages. */
export const PARTS = ['people', 'bots', 'lists', 'chats', 'messages'] as const
export type Part = (typeof PARTS)[number]

const stale = new Set<Part>()
let timer = 0
let reloadedAt = 0

/** Reloads parts of the world, at most once per RELOAD_MS. Parts that become stale meanwhile are reloaded together. */
export function reloadSoon(parts: Iterable<Part>) {
  for (const part of parts) stale.add(part)
  if (timer) return
  const wait = Math.max(0, reloadedAt + RELOAD_MS - performance.now())
  timer = window.setTimeout(async () => {
    const parts = new Set(stale)
    stale.clear()
    await reload(parts).catch(report)
    reloadedAt = performance.now()
    timer = 0
    if (stale.size) reloadSoon([])
  }, wait)
}

async function reload(parts: ReadonlySet<Part>) {
  if (parts.has('people')) people.value = await client.view('/users')
  if (parts.has('lists')) for (const { person } of phones.value) await loadChats(person)
  if (parts.has('messages'))
    conversations.value = Object.fromEntries(Object.entries(conversations.value).filter(([key]) => isOpen(key)))
  if (parts.has('chats') || parts.has('messages'))
    for (const { person, chat } of phones.value) if (chat) await loadConversation(person, chat, parts.has('messages'))
  if (parts.has('bots')) await loadBots()
  reloads.value++
}

const isOpen = (key: string) => phones.value.some(({ person, chat = '' }) => conversationKey(person, chat) === key)

export async function loadBots() {
  const all = await client.view('/bots')
  const deliveries = await Promise.all(all.map(({ id }) => client.view('/bots/:bot/delivery', { bot: id })))
  bots.value = all.map((bot, index) => ({ ...bot, delivery: deliveries[index] as DeliveryState }))
}

async function loadChats(person: string) {
  const chats = await client.view('/users/:user/chats', { user: person })
  chatsOf.value = { ...chatsOf.value, [person]: chats }
}

/** The maximum number of loaded messages of a chat. The page loads earlier ones again if they are needed. */
const MAX_MESSAGES = 20_000

/** Returns the chat after the changes that the events made to its messages. */
function withChanges(shown: LoadedChat, fresh: readonly EventView[]): LoadedChat {
  const isHere = ({ chat, bot }: EventView) => shown.id === chat && (shown.kind !== 'private' || shown.handle === bot)
  const changes = fresh.filter((event) => 'message_id' in event).filter(isHere)
  if (!changes.length) return shown
  const messages = [...shown.messages]
  for (const event of changes) changeMessages(messages, event)
  const hasEarlier = shown.hasEarlier || messages.length > MAX_MESSAGES
  return { ...shown, messages: messages.slice(-MAX_MESSAGES), hasEarlier }
}

/** The events that arrive during a request for a chat, one list for each request. */
const arrivals = new Set<EventView[]>()

/** Applies events to the messages of all loaded chats. */
export function changeConversations(fresh: readonly EventView[]) {
  for (const arrived of arrivals) arrived.push(...fresh)
  conversations.value = Object.fromEntries(
    Object.entries(conversations.value).map(([key, shown]) => [key, withChanges(shown, fresh)]),
  )
}

/** Loads a chat. Includes its newest messages if the chat is not loaded yet or `withMessages` is true. */
async function loadConversation(person: string, chat: string, withMessages: boolean) {
  const key = conversationKey(person, chat)
  const limit = withMessages || !conversations.value[key] ? PAGE_SIZE : 0
  // Events that arrive during the request may be missing from its response, so they are collected and applied to it.
  const arrived: EventView[] = []
  arrivals.add(arrived)
  const loaded = await client.view(SHOWN_CHAT, { user: person, chat, limit }).catch(() => undefined)
  arrivals.delete(arrived)
  const { [key]: loadedBefore, ...others } = conversations.value
  if (!loaded) {
    conversations.value = others
    return
  }
  const { messages, hasEarlier } =
    loadedBefore && !limit ? loadedBefore : { ...loaded, hasEarlier: !isCopy && loaded.messages.length === PAGE_SIZE }
  conversations.value = { ...others, [key]: withChanges({ ...loaded, messages, hasEarlier }, limit ? arrived : []) }
}

/** Adds earlier messages to a loaded chat: PAGE_SIZE of them, or all those back to the message `searched`. */
export async function loadEarlier(person: string, chat: string, searched?: number) {
  const key = conversationKey(person, chat)
  const limit = searched === undefined ? PAGE_SIZE : SEARCH_SIZE
  for (;;) {
    const first = conversations.value[key]?.messages[0]?.message_id
    if (first === undefined || (searched !== undefined && first <= searched)) return
    const { messages } = await client.view(SHOWN_CHAT, { user: person, chat, limit, before: first })
    const shown = conversations.value[key]
    if (shown?.messages[0]?.message_id !== first) return
    const hasEarlier = messages.length === limit
    const loaded = { ...shown, hasEarlier, messages: [...messages, ...shown.messages] }
    conversations.value = { ...conversations.value, [key]: loaded }
    if (searched === undefined || !hasEarlier) return
  }
}

/** Loads the chat list and the open chat of phones that were just added or have opened another chat. */
export function loadShownChats() {
  for (const { person, chat } of phones.value) {
    if (!(person in chatsOf.peek())) void loadChats(person).catch(() => {})
    if (chat && !(conversationKey(person, chat) in conversations.peek())) void loadConversation(person, chat, true)
  }
}
