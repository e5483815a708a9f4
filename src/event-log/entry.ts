// The entries of the event log: events, calls, deliveries and actions.

import type { UpdateType } from '../spec/update-types.ts'

/** An event that a transaction emits. */
export type WorldEvent =
  | { type: 'message' | 'edit' | 'delete'; chat: number; message_id: number; author: number }
  | { type: 'member'; chat: number; user: number; status: string }
  | { type: 'update'; bot: number; update_id: number; update_type: UpdateType; body: string }
  | { type: 'handed-out'; bot: number; update_ids: number[] }
  | { type: 'acknowledged'; bot: number; below: number }
  | { type: 'bot'; bot: number }
  /** `replaced`: running deliveries belong to the former webhook. */
  | { type: 'webhook'; bot: number; replaced?: true }
  /** A getUpdates call starts to wait. When it ends, it is logged as a call. */
  | { type: 'poll'; bot: number }
  | { type: 'fault'; bot: number; fault: number; why: string }
  | { type: 'user'; user: number }
  | { type: 'chat'; chat: number }
  | { type: 'file-deleted'; unique_id: string }
  /** Another world has replaced the current one. */
  | { type: 'world'; how: 'restored' | 'imported' | 'reset' }
  | { type: 'reset'; layer: string; bot?: number }
  | { type: 'service' | 'clock' }
  | { type: 'cleared'; clock_moved: boolean }

/** A call of a bot and its answer. */
export interface Call {
  id: number
  /** Unix seconds of the emulator's clock, with fractions. */
  at: number
  bot: number | null
  method: string
  params: Readonly<Record<string, unknown>>
  status: number
  /** The body of the answer, exactly as sent. */
  body: string
  /** The reason of a refusal, and the id of its rule. */
  why?: string
  rule?: string
  /** Unknown parameters, listed only at the bot's first call that has them. */
  ignored?: readonly string[]
  /** True if the service lacks the operation and answers anyway, because of the setting `lenient`. */
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
  /** The receiver's HTTP status; null without an answer. */
  status: number | null
  /** The error text; null if the update is delivered. */
  error: string | null
  /** The first line of an answer that is not a success. */
  answer?: string
  /** The time of the next attempt, in Unix seconds of the emulator's clock. */
  retry_at?: number
  /** The operation that the receiver asked for in its answer. It is not executed. */
  ignored_operation?: string
  /** A description of the injected fault that struck. */
  why?: string
  duration_ms: number
}

/** An action of the control API with its parameters and result. */
export interface ActionEntry {
  type: 'action'
  action: string
  params: unknown
  result: unknown
}

export type Entry = WorldEvent | ActionEntry | { type: 'call'; call: Call } | { type: 'delivery'; delivery: Delivery }

/** An entry to append. Calls and deliveries do not have their ids yet. */
export type NewEntry =
  | WorldEvent
  | ActionEntry
  | { type: 'call'; call: Omit<Call, 'id'> }
  | { type: 'delivery'; delivery: Omit<Delivery, 'id'> }

export type Recorded = Entry & {
  id: number
  /** Unix seconds of the emulator's clock, with fractions. */
  at: number
}

export type EntryType = Recorded['type']

export type RecordedOf<Type extends EntryType> = Recorded & { type: Type }
