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
import type { Reader, ReplyQuery } from './conversation.ts'
import { DEFAULT_SECONDS, type DrivenBots } from './idle.ts'
import { noReplyProblem } from './no-reply.ts'

const QUERY: readonly (keyof ReplyQuery)[] = ['within', 'from', 'chat', 'text', 'buttons']

type MessageFilter = (message: MessageView) => boolean

interface Kind {
  /** Messages and edits up to this event id are ignored. */
  after: number
  what: 'message' | 'edit'
  drivenBots: DrivenBots
}

export function createReplyWaiter(client: Client, reader: Reader, { after, what, drivenBots }: Kind) {
  let cursor = after
  const unread: MessageView[] = []
  let previous: Promise<unknown> = Promise.resolve()

  async function next(query: ReplyQuery): Promise<MessageView> {
    requireOptions(what === 'message' ? 'waitForReply' : 'waitForEdit', query, QUERY)
    const seconds = secondsIn(query.within ?? DEFAULT_SECONDS)
    const matches = await createFilter(client, query)
    const calls: CallView[] = []
    const unreadIndex = unread.findIndex(matches)
    if (unreadIndex >= 0) return unread.splice(unreadIndex, 1)[0] as MessageView
    const eventStream = await followEvents(client, { after: cursor })

    async function nextMatch(): Promise<MessageView | undefined> {
      for (let event = eventStream.next(); event; event = eventStream.next()) {
        cursor = event.id
        if (event.type === 'call') calls.push(event.call)
        if (event.type !== what || !event.message || !(await isShown(event.bot, event.message))) continue
        if (matches(event.message)) return event.message
        unread.push(event.message)
      }
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
    throw await noReplyProblem({ client, drivenBots, after }, reader, { query, seconds, unread, calls, what })
  }

  /** Returns true if `reader` sees the bot's message. `bot` is the bot of a private chat, undefined in other chats. */
  async function isShown(bot: string | undefined, message: MessageView): Promise<boolean> {
    if (!message.author.is_bot || message.new_chat_members || message.left_chat_member) return false
    if (bot !== undefined) return message.chat.id === reader.id
    const { messages } = await client.view('/users/:user/chats/:chat', { user: reader.id, chat: message.chat.id })
    return messages.some(({ message_id }) => message_id === message.message_id)
  }

  /** Waits run one after another, because two waits at the same time would return the same message. */
  return (query: ReplyQuery = {}): Promise<MessageView> => {
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
