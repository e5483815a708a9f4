// The entries of the event log: events, calls, deliveries and actions.

import type { UpdateType } from '../spec/update-types.ts'

/** A change of the world, which the transaction that makes it emits as an event. */
export type WorldEvent =
  | { type: 'message' | 'edit' | 'delete'; chat: number; message_id: number; author: number }
  | { type: 'member'; chat: number; user: number; status: string }
  | { type: 'update'; bot: number; update_id: number; update_type: UpdateType; body: string }
  | { type: 'handed-out'; bot: number; update_ids: number[] }
  | { type: 'acknowledged'; bot: number; below: number }
  | { type: 'bot'; bot: number }
  /**
   * `replaced` is true if the bot's webhook was set or removed. Deliveries that are still running then belong to the
   * former webhook.
   */
  | { type: 'webhook'; bot: number; replaced?: true }
  /** A getUpdates call begins to wait for updates. When the call ends, it is logged as a call. */
  | { type: 'poll'; bot: number }
  | { type: 'fault'; bot: number; fault: number; why: string }
  | { type: 'user'; user: number }
  | { type: 'chat'; chat: number }
  | { type: 'file-deleted'; unique_id: string }
  /** A reset, an import or a restored snapshot has replaced the current world by another one. */
  | { type: 'world'; how: 'restored' | 'imported' | 'reset' }
  | { type: 'reset'; layer: string; bot?: number }
  | { type: 'service' | 'clock' }
  | { type: 'cleared'; clock_moved: boolean }

/** A call of a bot and its answer. */
export interface Call {
  id: number
  /** The time of this record on the emulator's clock, in Unix seconds with fractions. */
  at: number
  bot: number | null
  method: string
  params: Readonly<Record<string, unknown>>
  status: number
  /** The body of the answer, exactly as sent. */
  body: string
  /** The reason why the call was refused; `rule` is the id of the rule that it broke. */
  why?: string
  rule?: string
  /** The parameters that the operation does not have. Each is listed only once for each bot and operation. */
  ignored?: readonly string[]
  /** True if the service does not have the operation, but answered the call because of the setting `lenient`. */
  lenient?: true
  duration_ms: number
}

/** One attempt to deliver an update to a webhook. */
export interface Delivery {
  id: number
  /** The time of this record on the emulator's clock, in Unix seconds with fractions. */
  at: number
  bot: number
  update: { update_id: number; type: UpdateType; body: string }
  url: string
  attempt: number
  /** The HTTP status of the webhook's answer, or null if it did not answer. */
  status: number | null
  /** The reason why the attempt failed, or null if the update was delivered. */
  error: string | null
  /** The first line of the webhook's answer, if its status is not a success. */
  answer?: string
  /** The time of the next attempt to deliver the update, in Unix seconds of the emulator's clock. */
  retry_at?: number
  /** The operation that the webhook's answer asks for. The service ignores it. */
  ignored_operation?: string
  /** A description of the injected fault that changed this delivery. */
  why?: string
  duration_ms: number
}

/** An action that a client called through the control API, with its parameters and result. */
export interface ActionEntry {
  type: 'action'
  action: string
  params: unknown
  result: unknown
}

/** What happened to the process of a bot that the emulator started. */
export interface ProgramEntry {
  type: 'program'
  bot: number
  how: 'started' | 'wrote' | 'ended'
  command?: string
  /** The changed file because of which the process was restarted. */
  changed?: string
  lines?: readonly string[]
  /** The first line of the error in `lines`. */
  error?: string
  code?: number | null
  signal?: string | null
  /** The seconds until the process is started again, or null if it is not. */
  restarts_in?: number | null
}

export type Entry =
  | WorldEvent
  | ActionEntry
  | ProgramEntry
  | { type: 'call'; call: Call }
  | { type: 'delivery'; delivery: Delivery }

/** An entry to append to the log. The log adds the ids of calls and deliveries. */
export type NewEntry =
  | WorldEvent
  | ActionEntry
  | ProgramEntry
  | { type: 'call'; call: Omit<Call, 'id'> }
  | { type: 'delivery'; delivery: Omit<Delivery, 'id'> }

export type Recorded = Entry & {
  id: number
  /** The time of this record on the emulator's clock, in Unix seconds with fractions. */
  at: number
}

export type EntryType = Recorded['type']

export type RecordedOf<Type extends EntryType> = Recorded & { type: Type }
