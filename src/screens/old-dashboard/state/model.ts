// Types of the emulator's data under the dashboard's names: chats, messages, files, traffic.

import type { PersonChatView, SharedChatView } from '../../../control/contract/chats.ts'
import type { MessageView } from '../../../control/contract/messages.ts'
import type { BotView, ProfileView } from '../../../control/contract/people.ts'
import type { SnapshotView } from '../../../control/contract/service.ts'

export type { Entry } from '../../model/traffic-entries.ts'
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

/**
 * A snapshot that undo has taken. If the stored snapshot of this name has another `made_at`, another dashboard has
 * replaced it. `clockAhead` is the emulator's time minus this machine's time, in seconds; null if the clock was frozen.
 */
export type UndoSnapshot = Pick<SnapshotView, 'name' | 'made_at'> & { clockAhead: number | null }

export interface Photo {
  width: number
  /** The colours of the pixels, row by row. The number of rows is even, because a cell of the terminal shows two. */
  rows: readonly (readonly number[])[]
}
