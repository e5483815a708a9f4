// What bots write to a person: each message is handed out once, in its order.

import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../../client/client.ts'
import { followEvents } from '../../client/follow.ts'
import type { MessageView } from '../../contract/messages.ts'
import type { CallView } from '../../contract/traffic.ts'
import { labelsOf } from '../../describe/message.ts'
import { requireReadableIn } from '../../lib/compare/difference.ts'
import { regexIn, regexTest } from '../../lib/compare/regex.ts'
import { secondsIn } from '../clock.ts'
import { requireOptions, stopped } from '../explained.ts'
import { refOf, type Who } from '../who.ts'
import type { Reader, ReplyQuery } from './conversation.ts'
import { type Driven, USUAL_SECONDS } from './idle.ts'
import { noReply } from './no-reply.ts'

const QUERY: readonly (keyof ReplyQuery)[] = ['within', 'from', 'chat', 'text', 'buttons']

type Fits = (message: MessageView) => boolean

interface Kind {
  /** Messages count from this event on. */
  after: number
  what: 'message' | 'edit'
  driven: Driven
}

export function repliesTo(client: Client, reader: Reader, { after, what, driven }: Kind) {
  let cursor = after
  const unread: MessageView[] = []
  let turn: Promise<unknown> = Promise.resolve()

  async function next(query: ReplyQuery): Promise<MessageView> {
    requireOptions(what === 'message' ? 'waitForReply' : 'waitForEdit', query, QUERY)
    const seconds = secondsIn(query.within ?? USUAL_SECONDS)
    const fits = await filterOf(client, query)
    const calls: CallView[] = []
    const kept = unread.findIndex(fits)
    if (kept >= 0) return unread.splice(kept, 1)[0] as MessageView
    const followed = await followEvents(client, { after: cursor })

    async function nextThatFits(): Promise<MessageView | undefined> {
      for (let event = followed.next(); event; event = followed.next()) {
        cursor = event.id
        if (event.type === 'call') calls.push(event.call)
        if (event.type !== what || !event.message || !(await isShown(event.bot, event.message))) continue
        if (fits(event.message)) return event.message
        unread.push(event.message)
      }
      if (!followed.hasEnded()) return undefined
      await followed.ended
      throw stopped()
    }

    try {
      // What has happened by now is looked through however short the time.
      await followed.catchUp()
      const found = await followed.until(nextThatFits, { withinMs: seconds * 1000 })
      if (found) return found
    } finally {
      followed.stop()
    }
    throw await noReply({ client, driven, after }, reader, { query, seconds, unread, calls, what })
  }

  /** Whether a bot wrote it where the person sees it; only messages of a private chat name a bot. */
  async function isShown(bot: string | undefined, message: MessageView): Promise<boolean> {
    if (!message.author.is_bot || message.new_chat_members || message.left_chat_member) return false
    if (bot !== undefined) return message.chat.id === reader.id
    const { messages } = await client.view('/users/:user/chats/:chat', { user: reader.id, chat: message.chat.id })
    return messages.some(({ message_id }) => message_id === message.message_id)
  }

  /** One who waits at a time: two would be handed the same. */
  return (query: ReplyQuery = {}): Promise<MessageView> => {
    const mine = turn.then(() => next(query))
    turn = mine.catch(() => {})
    return mine
  }
}

async function filterOf(client: Client, { from, chat, text, buttons }: ReplyQuery): Promise<Fits> {
  requireReadableIn(text)
  const bot = from === undefined ? undefined : (await client.view('/bots/:bot', { bot: refOf(from) })).id
  const place = chat === undefined ? undefined : await placeOf(client, chat)
  return (message) =>
    (bot === undefined || message.author.id === bot) &&
    (place === undefined || place(message)) &&
    (text === undefined || isText(text, message.text ?? message.caption ?? '')) &&
    (buttons === undefined || isDeepStrictEqual([...buttons], labelsOf(message)))
}

async function placeOf(client: Client, chat: Who): Promise<Fits> {
  const bots = await client.view('/bots')
  const ref = refOf(chat)
  const bot = bots.find(({ id, handle, username }) => ref === id || ref === handle || ref === `@${username}`)
  if (bot) return (message) => message.chat.type === 'private' && message.author.id === bot.id
  const { id } = await client.view('/chats/:chat', { chat: ref })
  return (message) => message.chat.id === id
}

function isText(expected: string | RegExp, actual: string): boolean {
  const regex = regexIn(String(expected))
  return regex ? regexTest(regex, actual) === true : expected === actual
}
