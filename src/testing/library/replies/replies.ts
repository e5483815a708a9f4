// Waits for messages and edits of bots to a person, and returns each only once.

import type { Client } from '../../../control/client/client.ts'
import { waitLong } from '../../../control/client/wait-long.ts'
import type { MessageView } from '../../../control/contract/messages.ts'
import { secondsIn } from '../clock.ts'
import { requireOptions } from '../explain-problems.ts'
import { refOf } from '../references.ts'
import type { Reader, ReplyQuery, VersionQuery } from './conversation.ts'
import { DEFAULT_SECONDS } from './idle.ts'
import { noReplyProblem } from './no-reply.ts'

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
      throw await noReplyProblem({ client, after }, reader, {
        query: { from, chat, text, buttons },
        kind,
        seconds,
        error,
      })
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
