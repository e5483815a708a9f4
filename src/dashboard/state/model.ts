// Types of the emulator's data under the dashboard's names: chats, messages, files, traffic.

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
/** A message inside an update, or the message that another one replies to. It can lack fields. */
export type AnyMessage = Partial<Message>
export type Button = ReturnType<typeof buttonsOf>[number]

/** True if the person has blocked the bot of this private chat. */
export const isBlocked = (chat: PersonChat | undefined) => chat?.kind === 'private' && chat.blocked
export const isStarted = (chat: PersonChat | undefined) =>
  chat?.kind === 'private' ? chat.started : chat !== undefined

export interface MessageFile {
  id: string
  kind: string
  name: string
}

/**
 * The name of a snapshot and the time at which it was taken. The time shows if another dashboard has replaced the
 * snapshot by one with the same name.
 */
export type SnapshotId = Pick<SnapshotView, 'name' | 'made_at'>

/**
 * A snapshot taken for undo. `clockAhead` is the number of seconds by which the emulator's clock was ahead of this
 * machine's; null if the clock was frozen.
 */
export type UndoSnapshot = SnapshotId & { clockAhead: number | null }

export interface Photo {
  width: number
  /** The colours of the pixels, row by row. The number of rows is even, because a cell of the terminal shows two. */
  rows: readonly (readonly number[])[]
}

/**
 * One entry of the traffic: a call, an update or a note. If the same call was refused several times in a row, one
 * entry contains the last of these calls, and `times` is their number.
 */
export type Entry = {
  id: number
  at: number
  bot: string
  /**
   * The id of an update's entry: the update that this call answers, or whose failed delivery this note reports. Null
   * for all other entries.
   */
  cause: number | null
  /**
   * True if the current world does not contain the entry, because an earlier snapshot was restored. Such an entry does
   * not change with events and is not linked to a message.
   */
  isUndone?: boolean
  /** The real time at which the event arrived, in milliseconds; unknown for earlier calls. */
  ms?: number
} & (
  | { kind: 'call'; call: CallView; times?: number }
  | {
      kind: 'update'
      updateId: number
      updateType: string
      update: Update
      state: string
      receivedMs?: number
      idleMs?: number
    }
  /** A note on the world, or what the program of a bot has written. `error` is the first line of an error in it. */
  | { kind: 'note'; text: string; isError: boolean; isOutput?: boolean; error?: string | undefined }
)
