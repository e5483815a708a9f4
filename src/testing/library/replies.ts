// Waits for messages and edits of bots to a person, and explains why none came.

import type { Client } from '../../control/client/client.ts'
import { followEvents } from '../../control/client/follow.ts'
import { waitLong } from '../../control/client/wait-long.ts'
import { isRegExp } from '../../control/client/wire.ts'
import type { EventView } from '../../control/contract/events.ts'
import type { Missed } from '../../control/contract/expectation.ts'
import type { MessageView } from '../../control/contract/messages.ts'
import type { ActionDescription } from '../../control/contract/service.ts'
import { callText, waitEndText } from '../../control/describe/call.ts'
import { referenceParams } from '../../control/describe/fields.ts'
import { buttonRow } from '../../control/describe/message.ts'
import { Problem } from '../../lib/problem.ts'
import { describeValue } from '../../lib/safe-text.ts'
import { sceneLines, sceneOf } from '../scenarios/run/scene.ts'
import { handlesById } from '../worlds/handles.ts'
import { secondsIn } from './clock.ts'
import { requireOptions } from './explain-problems.ts'
import { DEFAULT_SECONDS } from './idle.ts'
import { refOf, type Who } from './references.ts'

export interface Reader {
  id: number
  first_name: string
}

export interface ReplyQuery {
  /** The longest time to wait: seconds, or a duration such as '500ms'. The default is 4 seconds. */
  within?: number | string
  /** Selects messages from this bot. */
  from?: Who
  /** Selects messages in this chat. A bot means the private chat with that bot. */
  chat?: Who
  /** Selects messages by their text or caption: a string must equal the whole text, a regular expression must match. */
  text?: string | RegExp
  /** Selects messages that have exactly these labels on their inline buttons, in this order. */
  buttons?: readonly string[]
}

export interface VersionQuery extends ReplyQuery {
  /** True if an edit makes a message new: `waitForReply` may then return a message again, in its newest version. */
  edits?: boolean
}

const QUERY: readonly (keyof ReplyQuery)[] = ['within', 'from', 'chat', 'text', 'buttons']

type Kind = 'message' | 'edit' | undefined

/** The waits ignore messages and edits up to the event `after`. */
export function createReplyWaiters(client: Client, reader: Reader, after: number) {
  /** The events whose messages a wait has returned. */
  const returned = new Set<number>()
  let previous: Promise<unknown> = Promise.resolve()

  async function next({ from, chat, text, buttons, within }: ReplyQuery, kind: Kind): Promise<MessageView> {
    const seconds = secondsIn(within ?? DEFAULT_SECONDS)
    const reply = {
      to: reader.id,
      ...(chat !== undefined && { in: refOf(chat) }),
      ...(from !== undefined && { from: refOf(from) }),
      ...{ text, buttons, kind },
    }
    // A wait whose time the test doesn't set ends once the bots are idle.
    const expected = { reply, after, except: [...returned], while_working: within === undefined }
    try {
      const { events, message } = await waitLong(client, expected, seconds)
      for (const event of events) returned.add(event)
      return message
    } catch (error) {
      const query = { from, chat, text, buttons }
      return rethrowWithConversation(
        client,
        after,
        error,
        (missed) =>
          `${reader.first_name} got no ${queryText(query, kind)}${waitEndText(missed, seconds, 'the bots are')}.`,
      )
    }
  }

  /** Waits run one after another, because two waits at the same time would return the same message. */
  function inTurn(query: ReplyQuery, kind: Kind): Promise<MessageView> {
    const reply = previous.then(() => next(query, kind))
    previous = reply.catch(() => {})
    return reply
  }

  return {
    async waitForReply(query: VersionQuery = {}): Promise<MessageView> {
      requireOptions('waitForReply', query, [...QUERY, 'edits'])
      return inTurn(query, query.edits ? undefined : 'message')
    },
    async waitForEdit(query: ReplyQuery = {}): Promise<MessageView> {
      requireOptions('waitForEdit', query, QUERY)
      return inTurn(query, 'edit')
    },
  }
}

function queryText({ text, from, chat, buttons }: ReplyQuery, what: Kind = 'message'): string {
  const words = text === undefined ? what : `${what} ${isRegExp(text) ? text : describeValue(text)}`
  const description = buttons === undefined ? words : `${words} with ${buttonRow(buttons, describeValue)}`
  const by = from === undefined ? '' : ` from ${nameOf(from)}`
  return `${description}${by}${chat === undefined ? '' : ` in ${nameOf(chat)}`}`
}

const nameOf = (who: NonNullable<ReplyQuery['from']>) =>
  typeof who === 'object' ? ((who as { handle?: string }).handle ?? who.id) : who

const MAX_CONVERSATION_LINES = 20

const MAX_REFUSED_CALLS = 3

/** Adds the last refused calls and the last lines of the conversation to a Problem of a wait that found nothing. */
export async function rethrowWithConversation(
  client: Client,
  after: number,
  error: unknown,
  say?: (missed: Missed) => string,
): Promise<never> {
  if (!(error instanceof Problem) || (error.code !== 'no-reply' && error.code !== 'no-such-call')) throw error
  const eventStream = await followEvents(client, { after })
  const events = await eventStream.since(after).finally(eventStream.stop)
  const handles = await handlesById(client)
  const refusedCalls = events.flatMap((event) => (event.type === 'call' && !event.call.ok ? callText(event.call) : []))
  const actions = await client.actions()
  const named = events.map((event) => withHandles(event, actions, handles))
  const lines = sceneLines(sceneOf(named, actions)).slice(-MAX_CONVERSATION_LINES)
  const evidence = [
    ...section('Refused calls:', refusedCalls.slice(-MAX_REFUSED_CALLS)),
    ...section('What people saw:', lines),
  ]
  const message = say?.(error.details as unknown as Missed) ?? error.message
  throw new Problem(error.code, message, [error.hint, ...evidence].filter(Boolean).join('\n'), error.details)
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
