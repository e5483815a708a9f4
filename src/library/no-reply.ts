// What to say when no bot wrote to a person in time: what came instead, or why nothing could.

import type { Client } from '../client/client.ts'
import type { MessageView } from '../contract/messages.ts'
import type { CallView } from '../contract/traffic.ts'
import { shown, shownDifference } from '../lib/compare/shown.ts'
import { Problem } from '../lib/problem.ts'
import type { Reader, ReplyQuery } from './reply-query.ts'

/** As many of what came instead are told of. */
const MAX = 3

interface Came {
  query: ReplyQuery
  seconds: number
  /** What she was written and has not been handed. */
  unread: MessageView[]
  calls: CallView[]
}

export async function noReply(client: Client, reader: Reader, { query, seconds, unread, calls }: Came) {
  const message = `No ${wanted(query)} came to ${reader.first_name} within ${seconds} s.`
  const done = calls.filter(({ method }) => method !== 'getUpdates')
  const hint = unread.length
    ? `Instead came: ${unread
        .slice(-MAX)
        .map((each) => written(each, query.text))
        .join('; ')}.`
    : done.length
      ? `Instead: ${done.slice(-MAX).map(called).join('; ')}.`
      : await silence(client, reader)
  return new Problem('no-reply', message, hint, { unread, calls: done })
}

function wanted({ text, from, chat }: ReplyQuery): string {
  const said = text === undefined ? 'message' : `message ${text instanceof RegExp ? text : shown(text)}`
  const by = from === undefined ? '' : ` from ${nameOf(from)}`
  return `${said}${by}${chat === undefined ? '' : ` in ${nameOf(chat)}`}`
}

const nameOf = (who: NonNullable<ReplyQuery['from']>) =>
  typeof who === 'object' ? ((who as { handle?: string }).handle ?? who.id) : who

function written({ author, chat, text, caption }: MessageView, expected: ReplyQuery['text']): string {
  const where = chat.title === undefined ? '' : ` in ${chat.title}`
  const said = text ?? caption
  const words = expected === undefined || said === undefined ? shown(said ?? 'a file') : differing(said, expected)
  return `${author.first_name}${where}: ${words}`
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
