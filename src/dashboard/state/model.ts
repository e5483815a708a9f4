// The emulator's data as the dashboard names it: chats, messages, files, traffic.

import type { PersonChatView, SharedChatView } from '../../contract/chats.ts'
import type { MessageView } from '../../contract/messages.ts'
import type { BotView, ProfileView } from '../../contract/people.ts'
import type { SnapshotView } from '../../contract/service.ts'
import type { Update } from '../../contract/shapes.ts'
import type { CallView } from '../../contract/traffic.ts'
import type { buttonsOf } from '../../describe/message.ts'

export type Bot = BotView & { profile?: ProfileView }
export type SharedChat = SharedChatView
export type PersonChat = PersonChatView
export type Message = MessageView
/** A message in an update or a reply, which can lack fields. */
export type AnyMessage = Partial<Message>
export type Button = ReturnType<typeof buttonsOf>[number]

/** Only a private chat can be blocked, or not started yet. */
export const isBlocked = (chat: PersonChat | undefined) => chat?.kind === 'private' && chat.blocked
export const isStarted = (chat: PersonChat | undefined) =>
  chat?.kind === 'private' ? chat.started : chat !== undefined

export interface MessageFile {
  id: string
  kind: string
  name: string
}

/** The identity of a snapshot: another dashboard may have replaced it by one with the same name. */
export type SnapshotId = Pick<SnapshotView, 'name' | 'made_at'>

/** A snapshot for undo, with the seconds by which the clock was ahead of this machine's; null if it was frozen. */
export type UndoSnapshot = SnapshotId & { clockAhead: number | null }

export interface Photo {
  width: number
  /** Rows of pixels; their number is even because a cell shows two. */
  rows: readonly (readonly number[])[]
}

/**
 * One entry of the traffic: a call, an update or a note.
 * If a call was refused several times in a row, the entry holds the last one, and `times` counts them.
 */
export type Entry = {
  id: number
  at: number
  bot: string
  /** The entry id of the update that a call answers, or that a note reports as not delivered. */
  cause: number | null
  /** True if a restored snapshot does not contain it. It is never changed or linked again. */
  isUndone?: boolean
} & (
  | { kind: 'call'; call: CallView; times?: number }
  | { kind: 'update'; updateId: number; updateType: string; update: Update; state: string }
  | { kind: 'note'; text: string; isError: boolean }
)
