// What people see in their chats, as plain data without ids, times and tokens.

import type { Client } from '../../control/client/client.ts'
import type { ShownChatView } from '../../control/contract/chats.ts'
import type { MessageView } from '../../control/contract/messages.ts'
import type { ShownContent } from '../../control/contract/page-data.ts'
import type { CallView } from '../../control/contract/traffic.ts'
import {
  buttonRow,
  fileIn,
  type MessageParts,
  messageIn,
  serviceText,
  textOrCaption,
} from '../../control/describe/message.ts'
import { parseStructure } from '../../lib/compare/difference.ts'

export interface SeenMessage extends ShownContent {
  /** The handle of the person or the bot who wrote the message. */
  author: string
  byPerson?: true
  /** Set for what happens to an earlier message. */
  what?: 'edit' | 'deletion'
}

/** A chat on the screen of a person, as it looks in the end: with edited texts, and without deleted messages. */
export interface SeenChat {
  /** The handle of a group or a channel, or of the bot of a private chat. */
  chat: string
  /** Undefined for what is on no screen, such as calls. */
  person?: string
  isPrivate: boolean
  messages: SeenMessage[]
  /** What else a person notices: the reply keyboard, the pinned message, who is muted. */
  state: Record<string, string>
}

export type Seen = SeenChat[]

export async function whatPeopleSaw(client: Client): Promise<Seen> {
  const seen: Seen = []
  for (const { handle: user } of await client.view('/users')) {
    for (const { id, kind, handle: chat } of await client.view('/users/:user/chats', { user })) {
      const view = await client.view('/users/:user/chats/:chat', { user, chat: kind === 'private' ? chat : id })
      const state = await seenState(client, view)
      seen.push({ chat, person: user, isPrivate: kind === 'private', messages: view.messages.map(seenMessage), state })
    }
  }
  return seen
}

const seenMessage = (message: MessageView): SeenMessage => ({
  author: message.author.handle,
  ...(!message.author.is_bot && { byPerson: true }),
  ...shownContent(message),
})

/** What the bubble of a message shows. */
export function shownContent(message: MessageParts): ShownContent {
  const { reply_to_message: target, reply_markup: markup } = message
  const text = serviceText(message) ?? textOrCaption(message)
  const file = fileIn(message)
  return {
    ...(text !== undefined && { text }),
    ...(file && { file: { kind: file.kind, name: file.name ?? file.kind, unique_id: file.unique_id } }),
    ...(markup && { buttons: labelsByRow(markup.inline_keyboard) }),
    ...(target && { reply_to: textOrCaption(target) ?? 'a file' }),
  }
}

/** What a successful call shows, as it was then: a message with its keyboard, or a text that answers a button. */
export function shownByCall({ params: { text, caption, reply_markup }, body }: CallView): ShownContent {
  const { keyboard } = Object(parseStructure(reply_markup)) as { keyboard?: Rows }
  const message = { ...{ text, caption }, ...messageIn(body.result) } as MessageParts
  return { ...shownContent(message), ...(keyboard && { keys: labelsByRow(keyboard) }) }
}

type Rows = readonly (readonly (string | { text: string })[])[]

const labelsByRow = (rows: Rows) => rows.map((row) => row.map((one) => (typeof one === 'string' ? one : one.text)))

async function seenState(client: Client, view: ShownChatView): Promise<Record<string, string>> {
  const { reply_keyboard: keyboard, pinned_message_id, messages } = view
  const pinned = messages.find(({ message_id }) => message_id === pinned_message_id)
  const members = view.kind === 'group' ? await client.view('/chats/:chat/members', { chat: view.id }) : []
  const muted = members.flatMap(({ status, handle }) => (status === 'restricted' ? handle : []))
  return {
    ...(keyboard && {
      'reply keyboard': labelsByRow(keyboard)
        .map((row) => buttonRow(row))
        .join(' / '),
    }),
    ...(pinned && { 'pinned message': textOrCaption(pinned) ?? 'a file' }),
    ...(muted.length > 0 && { muted: muted.join(', ') }),
  }
}

/** Presents the calls that change something else as a chat, so that they are compared alike. */
export const callsAsSeen = (bot: string, calls: readonly CallView[]): SeenChat => ({
  chat: bot,
  isPrivate: false,
  messages: calls
    .filter(({ ok, method }) => ok && CHANGES.test(method))
    .map(({ method, params: { message_id: _, until_date: __, ...params } }) => ({
      author: bot,
      text: [method, ...Object.entries(params).map(([name, value]) => `${name} ${valueText(value)}`)].join(' '),
    })),
  state: {},
})

/** Messages and edits are left out, because people see them. */
const CHANGES = /^(?:setMy|pin|unpin|restrict|unban)/i

const valueText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
