// Explains that no reply came: what came instead, what handlers threw, and what people saw.

import type { Client } from '../../client/client.ts'
import { followEvents } from '../../client/follow.ts'
import { isRegExp } from '../../client/wire.ts'
import { differenceLines } from '../../contract/difference.ts'
import type { EventView } from '../../contract/events.ts'
import type { MessageView } from '../../contract/messages.ts'
import { REFERENCE_PARAMS } from '../../contract/reference-params.ts'
import type { CallView } from '../../contract/traffic.ts'
import { causeText } from '../../describe/call.ts'
import { buttonRow, labelsOf, messageText, saidIn } from '../../describe/message.ts'
import { plural, shown } from '../../describe/text.ts'
import { compare } from '../../lib/compare/difference.ts'
import { Problem } from '../../lib/problem.ts'
import { errorIn } from '../../scenario/run/bot/read-error.ts'
import { sceneLines, sceneOf } from '../../scenario/run/scene.ts'
import { handlesOf } from '../../scenario/world-of.ts'
import type { Reader, ReplyQuery } from './conversation.ts'
import type { Driven } from './idle.ts'

/** So many of what came instead are named. */
const MAX = 3

interface Came {
  query: ReplyQuery
  seconds: number
  /** What she was written and has not been handed. */
  unread: MessageView[]
  calls: CallView[]
  /** 'message', or 'edit' of one. */
  what: 'message' | 'edit'
}

export async function noReply(past: Past, reader: Reader, { query, seconds, unread, calls, what }: Came) {
  const message = `No ${wanted(query, what)} came to ${reader.first_name} within ${seconds} s.`
  const done = calls.filter(({ method }) => method !== 'getUpdates')
  const instead = unread.length
    ? insteadLines(unread, query)
    : [done.length ? `Instead: ${done.slice(-MAX).map(called).join('; ')}.` : await silence(past.client, reader)]
  const hint = [...(await thrownLines(past)), ...instead, ...(await conversationLines(past))].join('\n')
  return new Problem('no-reply', message, hint, { unread, calls: done })
}

/** The newest, and where it is otherwise; one that differs in nothing else came from or to somebody else. */
function insteadLines(unread: readonly MessageView[], { text, buttons }: ReplyQuery): string[] {
  const last = unread.slice(-MAX)
  const newest = last.at(-1)
  const wanted = { ...(text !== undefined && { text: String(text) }), ...(buttons && { buttons: [...buttons] }) }
  const { difference } = compare(wanted, newest && { text: saidIn(newest), buttons: labelsOf(newest) })
  const lines = difference ? differenceLines(difference.path, difference.actual, difference.expected) : []
  return [`Instead came: ${last.map(written).join('; ')}.`, ...lines.map((line) => `  ${line}`)]
}

function wanted({ text, from, chat, buttons }: ReplyQuery, what: Came['what']): string {
  const words = text === undefined ? what : `${what} ${isRegExp(text) ? text : shown(text)}`
  const said = buttons === undefined ? words : `${words} with ${buttonRow(buttons, shown)}`
  const by = from === undefined ? '' : ` from ${nameOf(from)}`
  return `${said}${by}${chat === undefined ? '' : ` in ${nameOf(chat)}`}`
}

const nameOf = (who: NonNullable<ReplyQuery['from']>) =>
  typeof who === 'object' ? ((who as { handle?: string }).handle ?? who.id) : who

function written(message: MessageView): string {
  const { author, chat } = message
  const where = chat.title === undefined ? '' : ` in ${chat.title}`
  return messageText(message, shown, `${author.first_name}${where}`)
}

function called(call: CallView): string {
  const { bot, method, params, ok } = call
  const to = params.chat_id === undefined ? '' : ` to ${params.chat_id}`
  return `${bot ?? 'somebody without a token'} called ${method}${to}${ok ? '' : ` and was refused: ${causeText(call)}`}`
}

async function silence(client: Client, { id }: Reader): Promise<string> {
  const chats = await client.view('/users/:user/chats', { user: id })
  const { base_url } = await client.health()
  for (const { handle } of chats.filter(({ kind }) => kind === 'private')) {
    const { length } = await client.view('/bots/:bot/updates', { bot: handle })
    if (!length) continue
    return `${plural(length, 'pending update')} for ${handle}, and nobody takes them: is the bot running? Its API root is ${base_url}.`
  }
  return `No bot did anything: is one running? Its API root is ${base_url}.`
}

/** The newest of what people saw. */
const MAX_LINES = 20

/** What a failure looks back on. */
export interface Past {
  client: Client
  driven: Driven
  /** What happened before this event is no part of it. */
  after: number
}

/** What the handlers of driven bots threw. */
export async function thrownLines({ client, driven }: Past): Promise<string[]> {
  const bots = driven.size ? await client.view('/bots') : []
  return bots.flatMap(({ id, handle }) => {
    const failure = driven.get(id)?.failure
    if (failure === undefined) return []
    const error = failure instanceof Error ? errorIn((failure.stack ?? '').split('\n')) : undefined
    const frames = error?.frames.map((frame) => `  ${frame.trim()}`) ?? []
    return [`The handler of ${handle} threw: ${failure}.`, ...frames]
  })
}

/** The end of what people saw. */
export async function conversationLines(past: Past): Promise<string[]> {
  const events = await eventsUpToNow(past)
  const handles = await handlesOf(past.client)
  const lines = sceneLines(sceneOf(events.map((event) => withHandles(event, handles)))).slice(-MAX_LINES)
  return lines.length ? ['What people saw:', ...lines.map((line) => `  ${line}`)] : []
}

/** Actions of people that are objects name them by their ids. */
function withHandles(event: EventView, handles: ReadonlyMap<number, string>): EventView {
  if (event.type !== 'action') return event
  const params = Object.entries(event.params).map(([key, value]) => [
    key,
    REFERENCE_PARAMS.has(key) ? (handles.get(Number(value)) ?? value) : value,
  ])
  return { ...event, params: Object.fromEntries(params) }
}

async function eventsUpToNow({ client, after }: Past): Promise<EventView[]> {
  const followed = await followEvents(client, { after })
  return followed.since(after).finally(followed.stop)
}
