// The entries of the event log: events, calls, deliveries and actions.

import type { ProgramReport, UnconfirmedUpdate } from '../rules/shapes.ts'
import type { UpdateType } from '../rules/update-types.ts'

/** A change to the world, as reported by the transaction that makes it. */
export type WorldEvent =
  | { type: 'message' | 'edit' | 'delete'; chat: number; message_id: number; author: number }
  | { type: 'member'; chat: number; user: number; status: string }
  | { type: 'update'; bot: number; update_id: number; update_type: UpdateType; body: string }
  | { type: 'handed-out'; bot: number; update_ids: number[] }
  | { type: 'acknowledged'; bot: number; below: number }
  | { type: 'bot'; bot: number }
  /** `replaced` means that a new webhook was set: deliveries that still run belong to the former webhook. */
  | { type: 'webhook'; bot: number; replaced?: true }
  /** A getUpdates call begins to wait. When it ends, it is logged as a call. */
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

export interface Call {
  id: number
  /** Unix seconds of the emulator's clock, with fractions. */
  at: number
  bot: number | null
  method: string
  params: Readonly<Record<string, unknown>>
  status: number
  /** The body of the answer as it was sent. */
  body: string
  /** The reason for a refusal, and the id of its rule. */
  why?: string
  rule?: string
  /** Unknown parameters that were not reported for this bot and operation before. */
  ignored?: readonly string[]
  /** True if the service lacks the operation and answered only because its settings permit it. */
  lenient?: true
  /** Unknown parameters that were read all the same, because of the setting `client_fields`. */
  read_leniently?: readonly string[]
  /** The update with which getUpdates was answered, if the bot gets it again and again. */
  unconfirmed?: UnconfirmedUpdate
  duration_ms: number
}

export interface Delivery {
  id: number
  /** Unix seconds of the emulator's clock, with fractions. */
  at: number
  bot: number
  update: { update_id: number; type: UpdateType; body: string }
  url: string
  attempt: number
  /** The status of the webhook's answer, or null if the webhook did not answer. */
  status: number | null
  /** The reason for a failed delivery, or null if the update was delivered. */
  error: string | null
  /** The first line of the webhook's answer, if its status is not a success. */
  answer?: string
  /** The time of the next attempt, in Unix seconds of the emulator's clock. */
  retry_at?: number
  /** The operation that the webhook's answer asks for. The service does not run such operations. */
  ignored_operation?: string
  /** Describes the injected fault that changed this delivery. */
  why?: string
  duration_ms: number
}

export interface ActionEntry {
  type: 'action'
  action: string
  params: unknown
  result: unknown
}

export interface ProgramEntry extends Omit<ProgramReport, 'bot'> {
  type: 'program'
  bot: number
}

export type LogEntry =
  | WorldEvent
  | ActionEntry
  | ProgramEntry
  | { type: 'call'; call: Call }
  | { type: 'delivery'; delivery: Delivery }

/** An entry that is not in the log yet. The log adds the ids of calls and deliveries. */
export type NewEntry =
  | WorldEvent
  | ActionEntry
  | ProgramEntry
  | { type: 'call'; call: Omit<Call, 'id'> }
  | { type: 'delivery'; delivery: Omit<Delivery, 'id'> }

export type Recorded = LogEntry & {
  id: number
  /** Unix seconds of the emulator's clock, with fractions. */
  at: number
}

export type EntryType = Recorded['type']

export type RecordedOf<Type extends EntryType> = Recorded & { type: Type }
