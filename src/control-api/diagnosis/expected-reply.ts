// Waits for a message on a person's screen.

import { differenceLines } from '../../contract/difference.ts'
import type { ExpectedReply, FoundReply } from '../../contract/expectation.ts'
import type { MessageView } from '../../contract/messages.ts'
import { fileIn, labelsOf, textOrCaption } from '../../describe/message.ts'
import { type Comparison, compare } from '../../lib/compare/difference.ts'
import { privateChat } from '../../messenger/chats/chat.ts'
import { requireBot, requireBotOrChat, requirePerson } from '../../messenger/users/find-by-ref.ts'
import type { Read } from '../../messenger/world.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { isReadableBy, viewMessage } from '../build-views/chats.ts'
import { chatNumbered } from '../build-views/event.ts'
import type { Condition } from './condition.ts'

interface Candidate extends FoundReply, Comparison {}

export function expectReply(read: Read, { reply, after, except }: ExpectedReply): Condition {
  const { to, in: where, from, kind, ...parts } = reply
  const wanted = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
  const person = requirePerson(read, to)
  const author = from === undefined ? undefined : requireBot(read, from).id
  if (where !== undefined) requireBotOrChat(read, where)
  /** The newest event of each message. An event that an earlier wait has found makes its message unknown. */
  const candidates = new Map<string, Candidate>()
  let readUpTo = after

  /** The chat of `in`, which may begin to exist only while the wait lasts. */
  function isInPlace(chat: number): boolean {
    if (where === undefined) return true
    const place = requireBotOrChat(read, where)
    return chat === ('chat' in place ? place.chat.chat : privateChat(read, place.bot.id, person.id)?.chat)
  }

  function readEvents() {
    for (const entry of read.log.since(readUpTo, Number.POSITIVE_INFINITY).entries) {
      readUpTo = entry.id
      if (entry.type !== 'message' && entry.type !== 'edit') continue
      const key = `${entry.chat}:${entry.message_id}`
      candidates.delete(key)
      if (except.includes(entry.id) || (kind !== undefined && kind !== entry.type)) continue
      const message = isInPlace(entry.chat) ? viewIfShown(read, person, entry) : undefined
      if (!message || (author !== undefined && message.author.id !== author)) continue
      candidates.set(key, { event: entry.id, message, ...compareMessage(wanted, message) })
    }
  }

  return {
    look() {
      readEvents()
      for (const { event, message, difference } of candidates.values()) if (!difference) return { event, message }
      return undefined
    },
    hasOther: () => candidates.size > 0,
    explain(ended) {
      const unmatched = [...candidates.values()].sort((one, other) => one.event - other.event)
      const nearest = unmatched.reduce<Candidate | undefined>(
        (best, each) => (best && best.matches > each.matches ? best : each),
        undefined,
      )
      const lines = nearest?.difference
        ? [`The nearest message is ${nearest.message.message_id}:`, ...differenceLines(nearest.difference)]
        : []
      return {
        code: 'no-reply',
        message: `${person.first_name} got no such ${kind ?? 'message'}${ended}.`,
        lines,
        details: {
          nearest: nearest ? { ...nearest.difference, event: nearest.event, message: nearest.message } : null,
          unmatched: unmatched.map(({ message }) => message),
        },
        isExplained: false,
      }
    },
  }
}

/** Compares a message with the text, buttons and kind of file that are expected. */
export const compareMessage = (expected: unknown, message: MessageView): Comparison =>
  compare(expected, { text: textOrCaption(message), buttons: labelsOf(message), file: fileIn(message)?.kind })

/** Returns a bot's message if the person can read it. A notice about members isn't a reply. */
function viewIfShown(read: Read, person: UserRow, { chat: number, message_id }: { chat: number; message_id: number }) {
  const chat = chatNumbered(read, number)
  const row = chat && read.store.messages.get(number, message_id)
  if (!row || row.service !== null || !read.store.users.byId(row.author)?.is_bot) return undefined
  return isReadableBy(read, person, chat, row) ? viewMessage(read, chat, row) : undefined
}
