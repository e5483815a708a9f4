// The world as the page shows it: loaded from views, updated by events.

import { effect, signal } from '@preact/signals'
import type { PersonChatView, ShownChatView } from '../contract/chats.ts'
import type { EventView } from '../contract/events.ts'
import type { MessageView } from '../contract/messages.ts'
import type { BotView, UserView } from '../contract/people.ts'
import type { ClockView, Health } from '../contract/service.ts'
import type { DeliveryState } from '../contract/traffic.ts'
import { events, Refused, token, view } from './emulator.ts'
import { goTo, phones } from './route.ts'
import { addToTraffic, startTraffic } from './traffic.ts'

export const link = signal<'connecting' | 'open' | 'lost' | 'token'>('connecting')
export const problem = signal<{ message: string; hint: string } | undefined>(undefined)
export const clock = signal<ClockView>({ now: 0, frozen: true })
export const people = signal<UserView[]>([])
export const bots = signal<(BotView & { delivery: DeliveryState })[]>([])
/** The chats of each person who has a phone on the page, by handle. */
export const chatsOf = signal<Readonly<Record<string, PersonChatView[]>>>({})
/** The chats whose messages are loaded, by `conversationKey`: each chat that is or was open on a phone. */
export const conversations = signal<Readonly<Record<string, ShownChatView>>>({})

/** The time that reloading of views waits after an event, because more events often follow at once. */
const RELOAD_MS = 100
const RECONNECT_MS = 1000
/** The number of earlier events that the traffic panel loads when the page connects. */
const PAST_EVENTS = 1000

export const conversationKey = (person: string, chat: string) => `${person}/${chat}`

/** Shows an error at the top of the page until the user closes it or presses a button. */
export function report(error: unknown) {
  problem.value =
    error instanceof Refused
      ? { message: error.message, hint: error.hint }
      : { message: error instanceof Error ? error.message : String(error), hint: 'Reload the page.' }
}

/** Runs the task of a button. Shows its error and returns false if it fails. */
export async function attempt(task: () => Promise<unknown>): Promise<boolean> {
  problem.value = undefined
  try {
    await task()
    return true
  } catch (error) {
    report(error)
    return false
  }
}

const stale = { people: false, bots: false, lists: false, conversations: false }
let timer = 0

function reloadSoon(...parts: (keyof typeof stale)[]) {
  for (const part of parts) stale[part] = true
  if (timer) return
  timer = window.setTimeout(() => {
    timer = 0
    void reload().catch(report)
  }, RELOAD_MS)
}

async function reload() {
  const { people: stalePeople, bots: staleBots, lists, conversations: staleConversations } = stale
  Object.assign(stale, { people: false, bots: false, lists: false, conversations: false })
  if (stalePeople) people.value = await view('users')
  if (staleBots) await loadBots()
  if (lists) for (const { person } of phones.value) await loadChats(person)
  if (staleConversations) for (const { person, chat } of phones.value) if (chat) await loadConversation(person, chat)
}

async function loadBots() {
  const all = await view<BotView[]>('bots')
  const deliveries = await Promise.all(all.map(({ id }) => view<DeliveryState>(`bots/${id}/delivery`)))
  bots.value = all.map((bot, index) => ({ ...bot, delivery: deliveries[index] as DeliveryState }))
}

async function loadChats(person: string) {
  const chats = await view<PersonChatView[]>(`users/${encodeURIComponent(person)}/chats`)
  chatsOf.value = { ...chatsOf.value, [person]: chats }
}

async function loadConversation(person: string, chat: string) {
  const path = `users/${encodeURIComponent(person)}/chats/${encodeURIComponent(chat)}`
  const key = conversationKey(person, chat)
  const loaded = await view<ShownChatView>(path).catch(() => undefined)
  const { [key]: _, ...others } = conversations.value
  conversations.value = loaded ? { ...others, [key]: loaded } : others
}

/** Changes the messages of the event's chat in every loaded conversation. */
function changeMessages(event: EventView, change: (messages: MessageView[]) => MessageView[]) {
  const changed = Object.entries(conversations.value).map(([key, shown]) => {
    const isSame = shown.id === event.chat && (shown.kind !== 'private' || shown.handle === event.bot)
    return [key, isSame ? { ...shown, messages: change(shown.messages) } : shown] as const
  })
  conversations.value = Object.fromEntries(changed)
}

function upsert(messages: MessageView[], message: MessageView): MessageView[] {
  const index = messages.findLastIndex(({ message_id }) => message_id <= message.message_id)
  const isKnown = messages[index]?.message_id === message.message_id
  return messages.toSpliced(isKnown ? index : index + 1, isKnown ? 1 : 0, message)
}

function apply(event: EventView) {
  switch (event.type) {
    case 'message':
    case 'edit': {
      const { message } = event
      if (message) changeMessages(event, (messages) => upsert(messages, message))
      return reloadSoon('lists')
    }
    case 'delete':
      changeMessages(event, (messages) => messages.filter(({ message_id }) => message_id !== event.message_id))
      return reloadSoon('lists')
    case 'member':
    case 'chat':
      return reloadSoon('lists', 'conversations')
    case 'user':
      return reloadSoon('people', 'lists')
    case 'bot':
    case 'webhook':
    case 'update':
    case 'acknowledged':
    case 'delivery':
    case 'poll':
    case 'program':
      return reloadSoon('bots')
    case 'clock':
      clock.value = event.clock
      return
    case 'action':
      return reloadSoon('lists', 'conversations')
    case 'world':
    case 'reset':
    case 'cleared':
    case 'missed':
      return reloadSoon('people', 'bots', 'lists', 'conversations')
  }
}

/** Applies the events of the emulator until the page closes. Connects again if the connection breaks. */
export async function follow() {
  effect(loadShownChats)
  for (;;) {
    try {
      const health = await view<Health>('health')
      clock.value = health.clock
      people.value = await view('users')
      await loadBots()
      if (!phones.value.length) goTo({ phones: people.value.slice(0, 1).map(({ handle }) => ({ person: handle })) })
      const { last_event } = health
      startTraffic()
      link.value = 'open'
      reloadSoon('lists', 'conversations')
      for await (const event of events(Math.max(0, last_event - PAST_EVENTS))) {
        addToTraffic(event)
        if (event.id > last_event) apply(event)
      }
      link.value = 'lost'
    } catch (error) {
      const needsToken = error instanceof Refused && error.code === 'control-token'
      link.value = needsToken ? 'token' : 'lost'
      if (needsToken) await tokenChange()
    }
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
  }
}

/** Resolves when the user has typed a token other than the refused one. */
const tokenChange = () =>
  new Promise<void>((resolve) => {
    const refused = token.peek()
    token.subscribe((text) => {
      if (text !== refused) resolve()
    })
  })

/** Loads the chat list and the open chat of each phone, unless they are already loaded. */
function loadShownChats() {
  for (const { person, chat } of phones.value) {
    if (!(person in chatsOf.peek())) void loadChats(person).catch(() => {})
    if (chat && !(conversationKey(person, chat) in conversations.peek())) void loadConversation(person, chat)
  }
}
