// What people and tools can do with an emulator, wherever it runs.

import type { ActionDescription } from '../control-api/actions/catalogue.ts'
import type { ActionName, ActionParams, ActionResults } from '../control-api/actions/index.ts'
import type { CallView } from '../control-api/views/calls.ts'
import type { EventView } from '../control-api/views/event.ts'
import type { Expectation } from '../control-api/wait/expectation.ts'
import type { ClockView } from '../messenger/service/move-clock.ts'
import type { MessageView } from '../messenger/views.ts'

export type {
  ActionDescription,
  ActionName,
  ActionParams,
  ActionResults,
  CallView,
  EventView,
  Expectation,
  MessageView,
}

export interface Health {
  version: string
  base_url: string
  clock: ClockView
  /** The id of the newest event. */
  last_event: number
}

export type Values = Readonly<Record<string, unknown>>

// biome-ignore lint/suspicious/noExplicitAny: what comes back is JSON, which the caller knows
export type Json = any

/** What an action takes: of a name that is known only at run time, anything. */
export type ParamsOf<Name extends string> = string extends Name
  ? [params?: Values]
  : Name extends ActionName
    ? Record<never, never> extends ActionParams[Name]
      ? [params?: ActionParams[Name]]
      : [params: ActionParams[Name]]
    : [unknownAction: never]

export type ResultOf<Name extends string> = Name extends ActionName ? ActionResults[Name] : Json

export interface Client {
  health(): Promise<Health>
  actions(): Promise<ActionDescription[]>
  /** Performs an action of the catalogue. */
  perform<const Name extends string>(action: Name, ...params: ParamsOf<Name>): Promise<ResultOf<Name>>
  /** Looks at the world: a path below /_emulator, such as /users/alice/chats. */
  view(path: string, query?: Values): Promise<Json>
  /** Waits until a bot's call matches; else a Problem tells of the nearest miss. An expression may be a RegExp. */
  wait(expected: Expectation, signal?: AbortSignal): Promise<CallView>
  /** What happens from now on, or after an event, until the signal, or the end of the emulator. */
  events(query?: Values, signal?: AbortSignal): AsyncIterable<EventView>
  /** The stored bytes of a file. */
  file(uniqueId: string): Promise<Uint8Array>
}
