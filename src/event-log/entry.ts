// What the log holds: everything that happens to the messenger, each bot's call, each delivery, each action of a person.

import type { UpdateType } from '../spec/update-types.ts'

/** What a transaction changes, emitted by the rules. */
export type WorldEvent =
  | { type: 'message' | 'edit' | 'delete'; chat: number; message_id: number; author: number }
  | { type: 'member'; chat: number; user: number; status: string }
  | { type: 'update'; bot: number; update_id: number; update_type: UpdateType; body: string }
  | { type: 'handed-out'; bot: number; update_ids: number[] }
  | { type: 'acknowledged'; bot: number; below: number }
  | { type: 'bot'; bot: number }
  /** Where it is replaced, what is under way is another webhook's. */
  | { type: 'webhook'; bot: number; replaced?: true }
  /** A getUpdates begins to wait; its end is a call. */
  | { type: 'poll'; bot: number }
  | { type: 'fault'; bot: number; fault: number; why: string }
  | { type: 'user'; user: number }
  | { type: 'chat'; chat: number }
  | { type: 'file-deleted'; unique_id: string }
  /** Another world stands in its place. */
  | { type: 'world'; how: 'restored' | 'imported' | 'reset' }
  | { type: 'reset'; layer: string; bot?: number }
  | { type: 'service' | 'clock' }
  | { type: 'cleared'; clock_moved: boolean }

/** What a bot called, and what it was answered. */
export interface Call {
  id: number
  /** Unix seconds of the emulator's clock, with fractions. */
  at: number
  bot: number | null
  method: string
  params: Readonly<Record<string, unknown>>
  status: number
  /** The answer as it went out. */
  body: string
  /** Why a call was refused, and the rule that asks for it. */
  why?: string
  rule?: string
  /** Parameters that the operation does not have, at the first call of the bot that brings them. */
  ignored?: readonly string[]
  /** The service has no such operation, and answers all the same, as it was set to. */
  lenient?: true
  duration_ms: number
}

/** One attempt to deliver an update to a webhook. */
export interface Delivery {
  id: number
  /** Unix seconds of the emulator's clock, with fractions. */
  at: number
  bot: number
  update: { update_id: number; type: UpdateType; body: string }
  url: string
  attempt: number
  /** The receiver's status; null when no answer came. */
  status: number | null
  /** What went wrong; null when it is delivered. */
  error: string | null
  /** When it is tried again, in Unix seconds of the emulator's clock. */
  retry_at?: number
  /** The operation that the receiver's answer named, which is ignored. */
  ignored_operation?: string
  /** The injected fault that struck. */
  why?: string
  duration_ms: number
}

/** What somebody did, as it was asked for. */
export interface ActionTaken {
  type: 'action'
  action: string
  params: unknown
  result: unknown
}

export type Entry = WorldEvent | ActionTaken | { type: 'call'; call: Call } | { type: 'delivery'; delivery: Delivery }

/** Calls and deliveries get their own numbers when they are appended. */
export type NewEntry =
  | WorldEvent
  | ActionTaken
  | { type: 'call'; call: Omit<Call, 'id'> }
  | { type: 'delivery'; delivery: Omit<Delivery, 'id'> }

export type Recorded = Entry & {
  id: number
  /** Unix seconds of the emulator's clock, with fractions. */
  at: number
}

export type EntryType = Recorded['type']

/** The entries of some types. */
export type RecordedOf<Type extends EntryType> = Recorded & { type: Type }
