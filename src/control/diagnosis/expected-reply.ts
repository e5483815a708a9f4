// Waits for a message on a person's screen.

import { type Comparison, compare } from '../../lib/compare/difference.ts'
import type { Recorded } from '../../service/event-log/entry.ts'
import { privateChat } from '../../service/messenger/chats/chat.ts'
import { requireBot, requireBotOrChat, requirePerson } from '../../service/messenger/users/find-by-ref.ts'
import type { Read } from '../../service/messenger/world.ts'
import type { UserRow } from '../../service/store/tables/users.ts'
import type { ExpectedReply, FoundReply } from '../contract/expectation.ts'
import type { MessageView } from '../contract/messages.ts'
import { differenceLines } from '../describe/difference.ts'
import { fileIn, labelsOf, textOrCaption } from '../describe/message.ts'
import { isReadableBy, viewMessage } from '../present/chats.ts'
import { chatNumbered } from '../present/event.ts'
import { type Condition, mostSimilar } from './condition.ts'

interface Candidate extends FoundReply, Comparison {}

/** An event in which a message was sent or edited. */
type Written = Extract<Recorded, { message_id: number }>

export function expectReply(read: Read, { reply, after, except }: ExpectedReply): Condition {
  const { to, in: where, from, kind, ...parts } = reply
  const expected = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
  const person = requirePerson(read, to)
  const author = from === undefined ? undefined : requireBot(read, from).id
  if (where !== undefined) requireBotOrChat(read, where)
  /** The events of each message. Only the newest version of a message is on the screen. */
  const written = new Map<string, Written[]>()
  const candidates = new Map<string, Candidate>()
  let readUpTo = after

  /** The chat of `in`, which may begin to exist only while the wait lasts. */
  function isInPlace(chat: number): boolean {
    if (where === undefined) return true
    const place = requireBotOrChat(read, where)
    return chat === ('chat' in place ? place.chat.chat : privateChat(read, place.bot.id, person.id)?.chat)
  }

  function candidateIn(events: readonly Written[]): Candidate | undefined {
    const counted = kind === undefined ? events : events.filter(({ type }) => type === kind)
    const last = counted.at(-1)
    if (!last || except.includes(last.id) || !isInPlace(last.chat)) return undefined
    const message = author === undefined || last.author === author ? viewOfBot(read, last, person) : undefined
    if (!message) return undefined
    return { events: counted.map(({ id }) => id), message, ...compareMessage(expected, message) }
  }

  function readEvents() {
    for (const entry of read.log.since(readUpTo, Number.POSITIVE_INFINITY).entries) {
      readUpTo = entry.id
      if (entry.type !== 'message' && entry.type !== 'edit') continue
      const key = `${entry.chat}:${entry.message_id}`
      const events = [...(written.get(key) ?? []), entry]
      written.set(key, events)
      const candidate = candidateIn(events)
      if (candidate) candidates.set(key, candidate)
      else candidates.delete(key)
    }
  }

  function findStray(): MessageView | undefined {
    for (const events of written.values()) {
      const last = events.at(-1)
      const message = last && !isInPlace(last.chat) ? viewOfBot(read, last) : undefined
      if (message && !compareMessage(expected, message).difference) return message
    }
    return undefined
  }

  return {
    look() {
      readEvents()
      for (const { events, message, difference } of candidates.values()) if (!difference) return { events, message }
      return undefined
    },
    hasOther: () => candidates.size > 0,
    explain(ended, since) {
      const unmatched = [...candidates.values()].sort((one, other) => lastOf(one) - lastOf(other))
      const recent = unmatched.filter((each) => lastOf(each) > since)
      const nearest = mostSimilar(recent.length ? recent : unmatched)
      const stray = findStray()
      const { matches: _, difference, ...found } = nearest ?? {}
      return {
        code: 'no-reply',
        message: `${person.first_name} got no such ${kind ?? 'message'}${ended}.`,
        lines: [
          ...(stray ? [strayText(stray)] : []),
          ...(nearest && difference
            ? [`The nearest is message ${nearest.message.message_id}:`, ...differenceLines(difference)]
            : []),
        ],
        details: {
          nearest: nearest ? { ...found, ...difference } : null,
          unmatched: unmatched.map(({ message }) => message),
        },
        isExplained: stray !== undefined,
        isOld: !recent.length,
      }
    },
  }
}

const lastOf = ({ events }: Candidate) => events.at(-1) ?? 0

const compareMessage = (expected: unknown, message: MessageView): Comparison =>
  compare(expected, { text: textOrCaption(message), buttons: labelsOf(message), file: fileIn(message)?.kind })

/** Returns the message if a bot wrote it, and the person, if one is given, can read it. Bots don't write notices. */
function viewOfBot(read: Read, { chat: number, message_id }: Written, person?: UserRow): MessageView | undefined {
  const chat = chatNumbered(read, number)
  const row = chat && read.store.messages.get(number, message_id)
  if (!row || row.service !== null || !read.store.users.byId(row.author)?.is_bot) return undefined
  return person && !isReadableBy(read, person, chat, row) ? undefined : viewMessage(read, chat, row)
}

function strayText({ author, chat: { title, first_name } }: MessageView): string {
  return `${author.first_name} wrote this message in another chat: ${title ?? `the private chat with ${first_name}`}.`
}
