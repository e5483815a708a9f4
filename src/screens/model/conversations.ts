// The chats of people, and the messages of the chats that a screen shows.

import type { Signal } from '@preact/signals-core'
import type { Client } from '../../control/client/client.ts'
import type { PersonChatView, ShownChatView } from '../../control/contract/chats.ts'
import type { EventOf, EventView } from '../../control/contract/events.ts'
import type { MessageView } from '../../control/contract/messages.ts'
import { outcomeOf } from './outcome.ts'
import { isAmong, isNewWorld, type Sources, sameOr } from './sources.ts'

export type Conversation = ShownChatView & { hasEarlier: boolean }

const SHOWN_CHAT = '/users/:user/chats/:chat'
const PAGE_SIZE = 300
/** The number of messages that each request loads while a message is searched. */
const SEARCH_SIZE = 2000
/** The maximum number of loaded messages of a chat. Earlier ones can be loaded again. */
const MAX_MESSAGES = 20_000

export function createConversations(client: Client, sources: Sources) {
  const chatLists = new Map<string, Signal<readonly PersonChatView[] | undefined>>()
  const conversations = new Map<string, Signal<Conversation | null | undefined>>()

  const createChatList = (person: string) =>
    sources.signalOf<readonly PersonChatView[] | undefined>(undefined, (list) => ({
      load: async () => sameOr(list.peek(), await client.view('/users/:user/chats', { user: person })),
      isChangedBy: isAmong(['message', 'edit', 'delete', 'chat', 'action', 'member', 'user']),
    }))

  const createConversation = (person: string, chat: string) =>
    sources.signalOf<Conversation | null | undefined>(undefined, (shown) => {
      let isMessagesStale = true
      /** The events that arrive during a request may be missing in its response, so they are applied to it. */
      let arrived: EventView[] = []
      return {
        async load() {
          arrived = []
          const limit = isMessagesStale || !shown.peek() ? PAGE_SIZE : 0
          isMessagesStale = false
          const loaded = await loadChat(client, person, chat, limit)
          const before = shown.peek()
          if (!loaded) return null
          if (limit === 0 && before) return { ...before, ...loaded, messages: before.messages }
          return withEvents({ ...loaded, hasEarlier: loaded.messages.length === limit }, arrived)
        },
        isChangedBy(events) {
          arrived.push(...events)
          const before = shown.peek()
          if (before) shown.value = withEvents(before, events)
          // If the person joins or leaves the chat, other messages become visible.
          const isOwn = (event: EventView) => event.type === 'member' && event.user === person
          if (isNewWorld(events) || events.some(isOwn)) isMessagesStale = true
          return isMessagesStale || isAmong(before ? ['chat', 'action'] : ['chat', 'action', 'message'])(events)
        },
        forget() {
          isMessagesStale = true
        },
      }
    })

  function conversation(person: string, chat: string) {
    const key = `${person}/${chat}`
    const found = conversations.get(key) ?? createConversation(person, chat)
    conversations.set(key, found)
    return found
  }

  return {
    /** The chats of a person, the latest first. */
    chats(person: string) {
      const found = chatLists.get(person) ?? createChatList(person)
      chatLists.set(person, found)
      return found
    },
    /** A chat as a person sees it, with its messages; null if the person cannot see it, for example before the start. */
    conversation,
    /** Loads earlier messages in front of the loaded ones: some of them, or all those back to the message `backTo`. */
    loadEarlier: (person: string, chat: string, backTo?: number) =>
      outcomeOf(async () => {
        const shown = conversation(person, chat)
        const limit = backTo === undefined ? PAGE_SIZE : SEARCH_SIZE
        for (;;) {
          const first = shown.peek()?.messages[0]?.message_id
          if (first === undefined || (backTo !== undefined && first <= backTo)) return
          const { messages } = await client.view(SHOWN_CHAT, { user: person, chat, limit, before: first })
          const now = shown.peek()
          if (now?.messages[0]?.message_id !== first) return
          const hasEarlier = messages.length === limit
          shown.value = { ...now, hasEarlier, messages: [...messages, ...now.messages] }
          if (backTo === undefined || !hasEarlier) return
        }
      }),
  }
}

async function loadChat(client: Client, user: string, chat: string, limit: number) {
  try {
    return await client.view(SHOWN_CHAT, { user, chat, limit })
  } catch {
    return undefined
  }
}

/** Returns the chat after the changes that the events made to its messages. */
function withEvents(shown: Conversation, events: readonly EventView[]): Conversation {
  const isHere = ({ chat, bot }: EventView) => shown.id === chat && (shown.kind !== 'private' || shown.handle === bot)
  const changes = events.filter((event) => 'message_id' in event).filter(isHere)
  if (!changes.length) return shown
  const messages = [...shown.messages]
  for (const event of changes) changeMessages(messages, event)
  const hasEarlier = shown.hasEarlier || messages.length > MAX_MESSAGES
  return { ...shown, messages: messages.slice(-MAX_MESSAGES), hasEarlier }
}

/** Adds, replaces or removes the message of an event. Messages are ordered by id. */
function changeMessages(messages: MessageView[], event: EventOf<'message' | 'delete'>) {
  const id = event.message_id
  // An edited message that is older than the loaded ones is not added, because messages between them would be missing.
  if (id < (messages[0]?.message_id ?? 0)) return
  const at = messages.findLastIndex(({ message_id }) => message_id <= id)
  const isKnown = messages[at]?.message_id === id
  // An event lacks its message if the message was deleted after the event, so the event is handled like a deletion.
  const message = event.type === 'delete' ? undefined : event.message
  if (message) messages.splice(isKnown ? at : at + 1, isKnown ? 1 : 0, message)
  else if (isKnown) messages.splice(at, 1)
}
