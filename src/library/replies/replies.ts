// Waits for messages and edits of bots to a person, and returns each only once.

import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../../client/client.ts'
import { followEvents } from '../../client/follow.ts'
import type { MessageView } from '../../contract/messages.ts'
import type { CallView } from '../../contract/traffic.ts'
import { labelsOf } from '../../describe/message.ts'
import { requireValidPatterns } from '../../lib/compare/difference.ts'
import { regexIn, regexTest } from '../../lib/compare/regex.ts'
import { secondsIn } from '../clock.ts'
import { requireOptions, stoppedProblem } from '../explain-problems.ts'
import { refOf, type Who } from '../references.ts'
import type { Reader, ReplyQuery, VersionQuery } from './conversation.ts'
import { DEFAULT_SECONDS, type DrivenBots } from './idle.ts'
import { noReplyProblem } from './no-reply.ts'

const QUERY: readonly (keyof ReplyQuery)[] = ['within', 'from', 'chat', 'text', 'buttons']

type MessageFilter = (message: MessageView) => boolean

interface Context {
  /** Messages and edits up to this event id are ignored. */
  after: number
  drivenBots: DrivenBots
}

export function createReplyWaiters(client: Client, reader: Reader, context: Context) {
  /** The events whose messages a wait has returned. */
  const returned = new Set<number>()
  const waiterFor = (...types: Written[]) => createWaiter(client, reader, { ...context, types, returned })
  const waitForMessage = waiterFor('message')
  const waitForVersion = waiterFor('message', 'edit')
  const waitForEdit = waiterFor('edit')
  return {
    async waitForReply(query: VersionQuery = {}): Promise<MessageView> {
      requireOptions('waitForReply', query, [...QUERY, 'edits'])
      return (query.edits ? waitForVersion : waitForMessage)(query)
    },
    async waitForEdit(query: ReplyQuery = {}): Promise<MessageView> {
      requireOptions('waitForEdit', query, QUERY)
      return waitForEdit(query)
    },
  }
}

type Written = 'message' | 'edit'

interface Kind extends Context {
  types: readonly Written[]
  returned: Set<number>
}

/** A message that no wait has returned yet, with the events that wrote it, oldest first. */
interface Unread {
  message: MessageView
  events: number[]
}

function createWaiter(client: Client, reader: Reader, { after, types, returned, drivenBots }: Kind) {
  const [what = 'message'] = types
  let cursor = after
  const unread: Unread[] = []
  let previous: Promise<unknown> = Promise.resolve()

  async function next(query: ReplyQuery): Promise<MessageView> {
    const seconds = secondsIn(query.within ?? DEFAULT_SECONDS)
    const matches = await createFilter(client, query)
    const calls: CallView[] = []
    const earlier = take(matches)
    if (earlier) return earlier
    const eventStream = await followEvents(client, { after: cursor })

    async function nextMatch(): Promise<MessageView | undefined> {
      for (let event = eventStream.next(); event; event = eventStream.next()) {
        cursor = event.id
        if (event.type === 'call') calls.push(event.call)
        if (event.type !== 'message' && event.type !== 'edit') continue
        if (!types.includes(event.type) || !event.message || !(await isShown(event.bot, event.message))) continue
        unread.push({ message: event.message, events: [...takeVersions(event.message), event.id] })
      }
      const found = take(matches)
      if (found) return found
      if (!eventStream.hasEnded()) return undefined
      await eventStream.ended
      throw stoppedProblem()
    }

    try {
      // Loads earlier events first, so that a wait with a time limit of 0 seconds finds messages sent before it.
      await eventStream.catchUp()
      const found = await eventStream.until(nextMatch, { withinMs: seconds * 1000 })
      if (found) return found
    } finally {
      eventStream.stop()
    }
    const messages = unread.filter(isUnread).map(({ message }) => message)
    throw await noReplyProblem({ client, drivenBots, after }, reader, { query, seconds, unread: messages, calls, what })
  }

  const isUnread = ({ events }: Unread) => !returned.has(events.at(-1) as number)

  function take(matches: MessageFilter): MessageView | undefined {
    const index = unread.findIndex((each) => isUnread(each) && matches(each.message))
    const [found] = index < 0 ? [] : unread.splice(index, 1)
    for (const event of found?.events ?? []) returned.add(event)
    return found?.message
  }

  /** Removes the earlier version of an edited message, because only the newest is on the screen. Returns its events. */
  function takeVersions({ author, chat, message_id }: MessageView): number[] {
    const index = unread.findIndex(
      ({ message }) =>
        message.message_id === message_id && message.chat.id === chat.id && message.author.id === author.id,
    )
    return index < 0 || types.length === 1 ? [] : (unread.splice(index, 1)[0]?.events ?? [])
  }

  /** Returns true if `reader` sees the bot's message. `bot` is the bot of a private chat, undefined in other chats. */
  async function isShown(bot: string | undefined, message: MessageView): Promise<boolean> {
    if (!message.author.is_bot || message.new_chat_members || message.left_chat_member) return false
    if (bot !== undefined) return message.chat.id === reader.id
    const { messages } = await client.view('/users/:user/chats/:chat', { user: reader.id, chat: message.chat.id })
    return messages.some(({ message_id }) => message_id === message.message_id)
  }

  /** Waits run one after another, because two waits at the same time would return the same message. */
  return (query: ReplyQuery): Promise<MessageView> => {
    const reply = previous.then(() => next(query))
    previous = reply.catch(() => {})
    return reply
  }
}

async function createFilter(client: Client, { from, chat, text, buttons }: ReplyQuery): Promise<MessageFilter> {
  requireValidPatterns(text)
  const bot = from === undefined ? undefined : (await client.view('/bots/:bot', { bot: refOf(from) })).id
  const isInChat = chat === undefined ? undefined : await createChatFilter(client, chat)
  return (message) =>
    (bot === undefined || message.author.id === bot) &&
    (isInChat === undefined || isInChat(message)) &&
    (text === undefined || isText(text, message.text ?? message.caption ?? '')) &&
    (buttons === undefined || isDeepStrictEqual([...buttons], labelsOf(message)))
}

async function createChatFilter(client: Client, chat: Who): Promise<MessageFilter> {
  const bots = await client.view('/bots')
  const ref = refOf(chat)
  const bot = bots.find(({ id, handle, username }) => ref === id || ref === handle || ref === `@${username}`)
  if (bot) return (message) => message.chat.type === 'private' && message.author.id === bot.id
  const { id } = await client.view('/chats/:chat', { chat: ref })
  return (message) => message.chat.id === id
}

function isText(expected: string | RegExp, actual: string): boolean {
  const regex = regexIn(String(expected))
  return regex ? regexTest(regex, actual) : expected === actual
}
