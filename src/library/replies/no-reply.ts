// What to say when no bot wrote to a person in time: what came instead, or why nothing could.

import type { Client } from '../../client/client.ts'
import { isRegExp } from '../../client/wire.ts'
import type { MessageView } from '../../contract/messages.ts'
import type { CallView } from '../../contract/traffic.ts'
import { shown, shownDifference } from '../../lib/compare/shown.ts'
import { Problem } from '../../lib/problem.ts'
import { buttonsOf, type Reader, type ReplyQuery } from './reply-query.ts'
import type { Driven } from './rest.ts'

/** As many of what came instead are told of. */
const MAX = 3

interface Came {
  query: ReplyQuery
  seconds: number
  /** What she was written and has not been handed. */
  unread: MessageView[]
  calls: CallView[]
  /** 'message', or 'edit' of one. */
  what: 'message' | 'edit'
  driven: Driven
}

export async function noReply(client: Client, reader: Reader, { query, seconds, unread, calls, what, driven }: Came) {
  const message = `No ${wanted(query, what)} came to ${reader.first_name} within ${seconds} s.`
  const done = calls.filter(({ method }) => method !== 'getUpdates')
  const hint = unread.length
    ? `Instead came: ${unread
        .slice(-MAX)
        .map((each) => written(each, query.text))
        .join('; ')}.`
    : done.length
      ? `Instead: ${done.slice(-MAX).map(called).join('; ')}.`
      : await silence(client, reader)
  const broken = await failures(client, driven)
  return new Problem('no-reply', message, [...broken, hint].join(' '), { unread, calls: done })
}

/** Of the handlers in this process. */
async function failures(client: Client, driven: Driven): Promise<string[]> {
  const bots = driven.size ? await client.view('/bots') : []
  return bots.flatMap(({ id, handle }) => {
    const failure = driven.get(id)?.failure
    return failure === undefined ? [] : [`The handler of ${handle} threw: ${failure}.`]
  })
}

function wanted({ text, from, chat, buttons }: ReplyQuery, what: Came['what']): string {
  const words = text === undefined ? what : `${what} ${isRegExp(text) ? text : shown(text)}`
  const said = buttons === undefined ? words : `${words} with ${buttons.map((each) => `[${each}]`).join(' ')}`
  const by = from === undefined ? '' : ` from ${nameOf(from)}`
  return `${said}${by}${chat === undefined ? '' : ` in ${nameOf(chat)}`}`
}

const nameOf = (who: NonNullable<ReplyQuery['from']>) =>
  typeof who === 'object' ? ((who as { handle?: string }).handle ?? who.id) : who

function written(message: MessageView, expected: ReplyQuery['text']): string {
  const { author, chat, text, caption } = message
  const where = chat.title === undefined ? '' : ` in ${chat.title}`
  const said = text ?? caption
  const words = expected === undefined || said === undefined ? shown(said ?? 'a file') : differing(said, expected)
  const buttons = buttonsOf(message)
  const shownButtons = buttons.length ? ` with ${buttons.map((each) => `[${each}]`).join(' ')}` : ''
  return `${author.first_name}${where}: ${words}${shownButtons}`
}

const differing = (said: string, expected: string | RegExp) =>
  said === expected ? shown(said) : shownDifference(said, String(expected))

function called({ bot, method, params, ok, why, rule }: CallView): string {
  const to = params.chat_id === undefined ? '' : ` to ${params.chat_id}`
  const because = [why, rule && `(${rule})`].filter(Boolean).join(' ')
  return `${bot ?? 'somebody without a token'} called ${method}${to}${ok ? '' : ` and was refused: ${because}`}`
}

async function silence(client: Client, { id }: Reader): Promise<string> {
  const chats = await client.view('/users/:user/chats', { user: id })
  const { base_url } = await client.health()
  for (const { handle } of chats.filter(({ kind }) => kind === 'private')) {
    const { length } = await client.view('/bots/:bot/updates', { bot: handle })
    if (!length) continue
    const waiting = length === 1 ? '1 update waits' : `${length} updates wait`
    return `${waiting} for ${handle}, and nobody takes them: is the bot running? Its API root is ${base_url}.`
  }
  return `No bot did anything: is one running? Its API root is ${base_url}.`
}
