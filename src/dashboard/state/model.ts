// Types of the emulator's data under the dashboard's names: chats, messages, files, traffic.

import type { PersonChatView, SharedChatView } from '../../contract/chats.ts'
import type { MessageView } from '../../contract/messages.ts'
import type { BotView, ProfileView } from '../../contract/people.ts'
import type { SnapshotView } from '../../contract/service.ts'
import type { Update } from '../../contract/shapes.ts'
import type { CallView } from '../../contract/traffic.ts'

export type Bot = BotView & { profile?: ProfileView }
export type SharedChat = SharedChatView
export type PersonChat = PersonChatView
export type Message = MessageView
export const isBlocked = (chat: PersonChat | undefined) => chat?.kind === 'private' && chat.blocked
export const isStarted = (chat: PersonChat | undefined) =>
  chat?.kind === 'private' ? chat.started : chat !== undefined

export interface MessageFile {
  id: string
  kind: string
  name: string
}

/** `made_at` differs if another dashboard has replaced the snapshot by one with the same name. */
export type SnapshotId = Pick<SnapshotView, 'name' | 'made_at'>

/** `clockAhead` is in seconds, compared with this machine's clock; null if the clock was frozen. */
export type UndoSnapshot = SnapshotId & { clockAhead: number | null }

export interface Photo {
  width: number
  /** The colours of the pixels, row by row. The number of rows is even, because a cell of the terminal shows two. */
  rows: readonly (readonly number[])[]
}

/** One entry of the traffic. Equal refused calls in a row share an entry: `call` is the last, `times` their number. */
export type Entry = {
  id: number
  at: number
  bot: string
  /** The entry id of the update that this call answers, or whose failed delivery this note reports. */
  cause: number | null
  /** True if a restore has undone the entry. Events do not change such an entry, and it is not linked to a message. */
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
      receivedMs?: number | undefined
      idleMs?: number | undefined
    }
  /** A note on the world, or what the program of a bot has written. `error` is the first line of an error in it. */
  | { kind: 'note'; text: string; isError: boolean; isOutput?: boolean; error?: string | undefined }
)
