// Links messages to the calls that made them and the updates that contain them.

import { withConversation, withSelection } from '../state/change.ts'
import { paneBehindInspector } from '../state/layout.ts'
import type { Entry, Message } from '../state/model.ts'
import type { State } from '../state/state.ts'
import { visibleTraffic } from './entries.ts'

interface MessageRef {
  message_id: number
  chat: { id: number }
}

const isMessageRef = (one: unknown): one is MessageRef =>
  typeof one === 'object' && one !== null && 'message_id' in one && 'chat' in one

function messageRefOf(entry: Entry): MessageRef | undefined {
  if (entry.kind === 'note' || entry.isUndone) return undefined
  const { update_id: _, ...content } = entry.kind === 'update' ? entry.update : { update_id: 0 }
  const about = entry.kind === 'call' ? entry.call.body.result : Object.values(content)[0]
  if (isMessageRef(about)) return about
  const inner = typeof about === 'object' && about !== null && 'message' in about ? about.message : undefined
  return isMessageRef(inner) ? inner : undefined
}

/** A person's private chats with several bots share one chat id, so the bot is compared too. */
function isInOpenChat({ conversation: { chat } }: State, entry: Entry, ref: MessageRef): boolean {
  return ref.chat.id === chat?.id && (chat.kind !== 'private' || entry.bot === chat.handle)
}

/** Returns the call that made the message, else the update that contains it, else the last entry about it. */
export function entryOfMessage(state: State, id: number | null): Entry | undefined {
  if (id === null) return undefined
  const all = visibleTraffic(state).filter((entry) => {
    const ref = messageRefOf(entry)
    return ref?.message_id === id && isInOpenChat(state, entry, ref)
  })
  const isMade = (entry: Entry) => entry.kind === 'call' && !entry.call.method.startsWith('edit')
  return all.findLast(isMade) ?? all.find((entry) => entry.kind === 'update') ?? all.at(-1)
}

export function messageOfEntry(state: State, entry: Entry | undefined): Message | undefined {
  const ref = entry && messageRefOf(entry)
  if (!entry || !ref || !isInOpenChat(state, entry, ref)) return undefined
  return state.conversation.messages.find(({ message_id }) => message_id === ref.message_id)
}

/** Selects a message and its traffic entry together. Unselects it if the focus leaves messages, traffic and inspector. */
export function withLinks(before: State, after: State): State {
  const { focus, conversation, selection } = after
  const isSame =
    focus === before.focus &&
    conversation.selected === before.conversation.selected &&
    selection.traffic === before.selection.traffic
  if (isSame || focus === 'inspector') return after
  if (focus === 'conversation') return select(after, entryOfMessage(after, conversation.selected)?.id ?? null)
  if (focus === 'traffic') {
    const entry = visibleTraffic(after).find(({ id }) => id === selection.traffic)
    return select(after, selection.traffic, messageOfEntry(after, entry)?.message_id ?? null)
  }
  const isFromMessages = paneBehindInspector(before) === 'conversation'
  return select(after, isFromMessages ? null : selection.traffic, null)
}

function select(state: State, traffic: number | null, message = state.conversation.selected): State {
  const linked = traffic === state.selection.traffic ? state : withSelection(state, { traffic })
  return message === state.conversation.selected ? linked : withConversation(linked, { selected: message, button: 0 })
}
