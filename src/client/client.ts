// What people and tools can do with an emulator, wherever it runs.

import type { ActionDescription } from '../actions/catalogue.ts'
import type { EventView } from '../views/event.ts'
import type { ClockView } from '../world/move-clock.ts'

export interface Health {
  version: string
  base_url: string
  clock: ClockView
}

export type { ActionDescription, EventView }

export type Values = Readonly<Record<string, unknown>>

// biome-ignore lint/suspicious/noExplicitAny: what comes back is JSON, which the caller knows
export type Json = any

export interface Client {
  health(): Promise<Health>
  actions(): Promise<ActionDescription[]>
  /** Performs an action of the catalogue. */
  perform(action: string, params?: Values): Promise<Json>
  /** Looks at the world: a path below /_emulator, such as /users/alice/chats. */
  view(path: string, query?: Values): Promise<Json>
  /** Waits until a bot's call matches; else a Problem tells of the nearest miss. */
  wait(query: Values, signal?: AbortSignal): Promise<Json>
  /** What happens from now on, or after an event, until the signal. */
  events(query?: Values, signal?: AbortSignal): AsyncIterable<EventView>
  /** The stored bytes of a file. */
  file(uniqueId: string): Promise<Uint8Array>
}
