// Builds the Problem for a missing reply, with other messages and the conversation.

import type { Client } from '../../client/client.ts'
import { followEvents } from '../../client/follow.ts'
import { isRegExp } from '../../client/wire.ts'
import { differenceLines } from '../../contract/difference.ts'
import type { EventView } from '../../contract/events.ts'
import { referenceParams } from '../../contract/fields.ts'
import type { MessageView } from '../../contract/messages.ts'
import type { ActionDescription } from '../../contract/service.ts'
import type { CallView } from '../../contract/traffic.ts'
import { errorIn } from '../../describe/bot-output.ts'
import { callText, causeText } from '../../describe/call.ts'
import { buttonRow, labelsOf, messageText, textOrCaption } from '../../describe/message.ts'
import { describeValue, plural } from '../../describe/text.ts'
import { compare } from '../../lib/compare/difference.ts'
import { Problem } from '../../lib/problem.ts'
import { handlesById } from '../../scenario/export-world.ts'
import { explainUnconfirmed } from '../../scenario/run/bot/explain-pending.ts'
import { sceneLines, sceneOf } from '../../scenario/run/scene.ts'
import type { Reader, ReplyQuery } from './conversation.ts'
import type { DrivenBots } from './idle.ts'

/** The maximum number of messages, of calls, and of a handler's errors, that the Problem lists. */
const MAX_SHOWN = 3

interface MissingReply {
  query: ReplyQuery
  seconds: number
  /** The messages that bots sent to the person, and that no wait has returned yet. */
  unread: MessageView[]
  calls: CallView[]
  what: 'message' | 'edit'
}

export async function noReplyProblem(
  context: FailureContext,
  reader: Reader,
  { query, seconds, unread, calls, what }: MissingReply,
) {
  const message = `${reader.first_name} got no ${queryText(query, what)} within ${seconds} s.`
  const otherCalls = calls.filter(({ method }) => method !== 'getUpdates')
  const instead = unread.length
    ? insteadLines(unread, query)
    : [
        otherCalls.length
          ? `Other calls: ${otherCalls.slice(-MAX_SHOWN).map(callLine).join('; ')}.`
          : await explainSilence(context, reader),
      ]
  const hint = [...(await thrownLines(context)), ...instead, ...(await conversationLines(context))].join('\n')
  return new Problem('no-reply', message, hint, { unread, calls: otherCalls })
}

/** Lists the last messages that did not match, and how the newest of them differs from the expected message. */
function insteadLines(unread: readonly MessageView[], { text, buttons }: ReplyQuery): string[] {
  const last = unread.slice(-MAX_SHOWN)
  const newest = last.at(-1)
  const expected = { ...(text !== undefined && { text: String(text) }), ...(buttons && { buttons: [...buttons] }) }
  const { difference } = compare(expected, newest && { text: textOrCaption(newest), buttons: labelsOf(newest) })
  const lines = difference ? differenceLines(difference) : []
  return [`Other messages: ${last.map(messageLine).join('; ')}.`, ...lines]
}

function queryText({ text, from, chat, buttons }: ReplyQuery, what: MissingReply['what']): string {
  const words = text === undefined ? what : `${what} ${isRegExp(text) ? text : describeValue(text)}`
  const description = buttons === undefined ? words : `${words} with ${buttonRow(buttons, describeValue)}`
  const by = from === undefined ? '' : ` from ${nameOf(from)}`
  return `${description}${by}${chat === undefined ? '' : ` in ${nameOf(chat)}`}`
}

const nameOf = (who: NonNullable<ReplyQuery['from']>) =>
  typeof who === 'object' ? ((who as { handle?: string }).handle ?? who.id) : who

function messageLine(message: MessageView): string {
  const { author, chat } = message
  const where = chat.title === undefined ? '' : ` in ${chat.title}`
  return messageText(message, describeValue, `${author.first_name}${where}`)
}

function callLine(call: CallView): string {
  const { bot, method, params, ok } = call
  const to = params.chat_id === undefined ? '' : ` to ${params.chat_id}`
  return `${bot ?? 'a client without a valid token'} called ${method}${to}${ok ? '' : ` and was refused: ${causeText(call)}`}`
}

async function explainSilence({ client, drivenBots }: FailureContext, { id }: Reader): Promise<string> {
  const chats = (await client.view('/users/:user/chats', { user: id })).filter((chat) => chat.kind === 'private')
  const { base_url } = await client.health()
  for (const { handle, bot } of chats) {
    const driven = drivenBots.get(bot.id)
    if (driven) return `The handler of ${handle} ${driven.isWorking ? 'is still working' : 'made no call'}.`
    const { length } = await client.view('/bots/:bot/updates', { bot: handle })
    if (!length) continue
    const [unconfirmed] = await explainUnconfirmed(client, handle)
    if (unconfirmed) return unconfirmed
    return `No program asked for the ${plural(length, 'pending update')} of ${handle}. Start the bot with the API root ${base_url}.`
  }
  return `No bot made a call. Start the bot with the API root ${base_url}.`
}

const MAX_CONVERSATION_LINES = 20

export interface FailureContext {
  client: Client
  drivenBots: DrivenBots
  /** The Problem does not show events up to this id. */
  after: number
}

/** Returns the errors of the update handlers in this process as lines. */
export async function thrownLines({ client, drivenBots }: FailureContext): Promise<string[]> {
  const bots = drivenBots.size ? await client.view('/bots') : []
  return bots.flatMap(({ id, handle }) => {
    const errors = drivenBots.get(id)?.errors ?? []
    return errors.slice(-MAX_SHOWN).flatMap((thrown) => {
      const error = thrown instanceof Error ? errorIn((thrown.stack ?? '').split('\n')) : undefined
      const frames = error?.frames.map((frame) => `  ${frame}`) ?? []
      return [`The handler of ${handle} threw: ${thrown}.`, ...frames]
    })
  })
}

/** Lists the last refused calls and the last lines of the conversation. */
export async function conversationLines(context: FailureContext): Promise<string[]> {
  const events = await eventsUpToNow(context)
  const handles = await handlesById(context.client)
  const refusedCalls = events.flatMap((event) => (event.type === 'call' && !event.call.ok ? callText(event.call) : []))
  const actions = await context.client.actions()
  const named = events.map((event) => withHandles(event, actions, handles))
  const lines = sceneLines(sceneOf(named, actions)).slice(-MAX_CONVERSATION_LINES)
  return [...section('Refused calls:', refusedCalls.slice(-MAX_SHOWN)), ...section('What people saw:', lines)]
}

const section = (title: string, lines: readonly string[]) =>
  lines.length ? [title, ...lines.map((line) => `  ${line}`)] : []

/** Replaces the ids in an action's parameters, which Person objects send, with handles, which are easier to read. */
function withHandles(
  event: EventView,
  actions: readonly ActionDescription[],
  handles: ReadonlyMap<number, string>,
): EventView {
  if (event.type !== 'action') return event
  const references = referenceParams(actions.find(({ name }) => name === event.action))
  const params = Object.entries(event.params).map(([key, value]) => [
    key,
    references.includes(key) ? (handles.get(Number(value)) ?? value) : value,
  ])
  return { ...event, params: Object.fromEntries(params) }
}

async function eventsUpToNow({ client, after }: FailureContext): Promise<EventView[]> {
  const eventStream = await followEvents(client, { after })
  return eventStream.since(after).finally(eventStream.stop)
}
