// What bots write to a person: each message is handed out once, in its order.

import type { Client, EventView, Json, MessageView } from '../client/client.ts'
import { regexIn, regexTest } from '../lib/compare/regex.ts'
import { secondsIn } from './clock.ts'
import { noReply } from './no-reply.ts'
import { stopped } from './stopped.ts'
import { inPath, refOf, type Who } from './who.ts'

export interface ReplyQuery {
  /** Seconds, or a text such as 500ms; 5 unless told otherwise. */
  within?: number | string
  /** Only what this bot wrote. */
  from?: Who
  /** Only what stands in this chat; a bot names the private chat with it. */
  chat?: Who
  /** Only this text or caption: whole, or as an expression. */
  text?: string | RegExp
}

type Fits = (message: MessageView) => boolean

export interface Reader {
  id: number
  first_name: string
}

/** Messages count from the event `after` on. */
export function repliesTo(client: Client, reader: Reader, after: number) {
  let cursor = after
  const unread: MessageView[] = []
  let turn: Promise<unknown> = Promise.resolve()

  async function next(query: ReplyQuery): Promise<MessageView> {
    const seconds = secondsIn(query.within ?? 5)
    const fits = await filterOf(client, query)
    const { last_event } = await client.health()
    const stop = new AbortController()
    // What has happened by now is looked through however short the time.
    const isOver = () => over && cursor >= last_event
    let over = false
    const timer = setTimeout(() => {
      over = true
      if (isOver()) stop.abort()
    }, seconds * 1000)
    const calls: Json[] = []
    try {
      const kept = unread.findIndex(fits)
      if (kept >= 0) return unread.splice(kept, 1)[0]!
      for await (const event of client.events({ after: cursor }, stop.signal)) {
        cursor = event.id
        if (event.type === 'call') calls.push(event.call)
        if (event.type === 'message' && (await isShown(event))) {
          const message = event.message as MessageView
          if (fits(message)) return message
          unread.push(message)
        }
        if (isOver()) break
      }
      // The events ended by themselves.
      if (!stop.signal.aborted && !isOver()) throw stopped()
    } finally {
      clearTimeout(timer)
      stop.abort()
    }
    throw await noReply(client, reader, { query, seconds, unread, calls })
  }

  /** Whether a bot wrote it where the person sees it; only messages of a private chat name a bot. */
  async function isShown({ bot, message: said }: EventView): Promise<boolean> {
    const message = said as MessageView | undefined
    if (!message?.author.is_bot || message.new_chat_members || message.left_chat_member) return false
    if (bot !== undefined) return message.chat.id === reader.id
    const { messages } = await client.view(`/users/${reader.id}/chats/${message.chat.id}`)
    return (messages as MessageView[]).some(({ message_id }) => message_id === message.message_id)
  }

  /** One who waits at a time: two would be handed the same. */
  return (query: ReplyQuery = {}): Promise<MessageView> => {
    const mine = turn.then(() => next(query))
    turn = mine.catch(() => {})
    return mine
  }
}

async function filterOf(client: Client, { from, chat, text }: ReplyQuery): Promise<Fits> {
  const bot = from === undefined ? undefined : (await client.view(`/bots/${inPath(from)}`)).id
  const place = chat === undefined ? undefined : await placeOf(client, chat)
  return (message) =>
    (bot === undefined || message.author.id === bot) &&
    (place === undefined || place(message)) &&
    (text === undefined || isText(text, message.text ?? message.caption ?? ''))
}

async function placeOf(client: Client, chat: Who): Promise<Fits> {
  const bots = (await client.view('/bots')) as { id: number; handle: string; username?: string }[]
  const ref = refOf(chat)
  const bot = bots.find(({ id, handle, username }) => ref === id || ref === handle || ref === `@${username}`)
  if (bot) return (message) => message.chat.type === 'private' && message.author.id === bot.id
  const { id } = await client.view(`/chats/${inPath(chat)}`)
  return (message) => message.chat.id === id
}

function isText(expected: string | RegExp, actual: string): boolean {
  const regex = regexIn(String(expected))
  return regex ? regexTest(regex, actual) === true : expected === actual
}
