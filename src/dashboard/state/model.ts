// What the emulator says of its world and its traffic, under the names that the dashboard has for it.

import type { PersonChatView, SharedChatView } from '../../contract/chats.ts'
import type { MessageView } from '../../contract/messages.ts'
import type { BotView, ProfileView } from '../../contract/people.ts'
import type { SnapshotView } from '../../contract/service.ts'
import type { Update } from '../../contract/shapes.ts'
import type { CallView } from '../../contract/traffic.ts'
import type { buttonsOf } from '../../describe/message.ts'

export type Bot = BotView & { profile?: ProfileView }
export type Place = SharedChatView
export type ChatOfMine = PersonChatView
export type Message = MessageView
/** A message as updates and replies hold it. */
export type AnyMessage = Partial<Message>
export type Button = ReturnType<typeof buttonsOf>[number]

/** Only a private chat is blocked, or not started yet. */
export const isBlocked = (chat: ChatOfMine | undefined) => chat?.kind === 'private' && chat.blocked
export const isStarted = (chat: ChatOfMine | undefined) =>
  chat?.kind === 'private' ? chat.started : chat !== undefined

/** A file that a message holds. */
export interface HeldFile {
  id: string
  kind: string
  name: string
}

/** A snapshot, and when it was made: another dashboard may have put one of its own in its place. */
export type Kept = Pick<SnapshotView, 'name' | 'made_at'>

/** A picture made small enough for a terminal. */
export interface Photo {
  width: number
  /** Pixel rows, an even number of them. */
  rows: readonly (readonly number[])[]
}

/** One line of the traffic: a call, or the last of as many `times` that it was refused in a row; an update, or a note. */
export type Entry = {
  id: number
  at: number
  bot: string
  /** The update that it answers, or failed to bring, by the number of its entry. */
  cause: number | null
} & (
  | { kind: 'call'; call: CallView; times?: number }
  | { kind: 'update'; updateId: number; updateType: string; update: Update; state: string }
  | { kind: 'note'; text: string; bad: boolean }
)
