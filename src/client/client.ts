// What people and tools can do with an emulator, wherever it runs.

import type { OperationName, OperationParams, OperationResults } from '../bot-api/operations/index.ts'
import type { EventQuery, EventView } from '../contract/events.ts'
import type { Expectation } from '../contract/expectation.ts'
import type { ActionDescription, Health } from '../contract/service.ts'
import type { CallView } from '../contract/traffic.ts'
import type { ActionName, ActionParams, ActionResults } from '../control-api/actions/index.ts'
import type { ViewParams, ViewPath, ViewResults } from '../control-api/views/index.ts'

export type {
  ActionName,
  ActionParams,
  ActionResults,
  OperationName,
  OperationParams,
  OperationResults,
  ViewParams,
  ViewPath,
  ViewResults,
}

export type Values = Readonly<Record<string, unknown>>

/** What is left out where nothing of it is required. */
type OptionalIfEmpty<Params> = Record<never, never> extends Params ? [params?: Params] : [params: Params]

/** What an action takes: of a name that is known only at run time, anything. */
export type ParamsOf<Name extends string> = string extends Name
  ? [params?: Values]
  : Name extends ActionName
    ? OptionalIfEmpty<ActionParams[Name]>
    : [unknownAction: never]

export type ResultOf<Name extends string> = Name extends ActionName ? ActionResults[Name] : unknown

/** What a view takes: of a path that is known only at run time, any query. */
export type ParamsAt<Path extends string> = Path extends ViewPath
  ? OptionalIfEmpty<ViewParams[Path]>
  : Path extends `${string}/:${string}`
    ? [unknownView: never]
    : [query?: Values]

export type SeenAt<Path extends string> = Path extends ViewPath ? ViewResults[Path] : unknown

/** What a bot's call takes: of an operation that the service does not have, anything. */
export type ParamsOfCall<Name extends string> = Name extends OperationName
  ? OptionalIfEmpty<OperationParams[Name]>
  : [params?: Values]

export type ResultOfCall<Name extends string> = Name extends OperationName ? OperationResults[Name] : unknown

export interface Client {
  health(): Promise<Health>
  actions(): Promise<ActionDescription[]>
  /** Performs an action of the catalogue. */
  perform<const Name extends string>(action: Name, ...params: ParamsOf<Name>): Promise<ResultOf<Name>>
  /** Looks at the world: '/users/:user/chats' with { user }, or a whole path such as /users/alice/chats. */
  view<const Path extends string>(path: Path, ...params: ParamsAt<Path>): Promise<SeenAt<Path>>
  /** Waits until a bot's call matches; else a Problem tells of the nearest miss. An expression may be a RegExp. */
  wait(expected: Expectation, signal?: AbortSignal): Promise<CallView>
  /** What happens from now on, or after an event, until the signal, or the end of the emulator. */
  events(query?: EventQuery, signal?: AbortSignal): AsyncIterable<EventView>
  /** The stored bytes of a file. */
  file(uniqueId: string): Promise<Uint8Array>
}

/** Returns a client that asks at each call which client to use: it may not be connected yet, or be stopped by then. */
export const clientOf = (current: () => Client | Promise<Client>): Client => ({
  health: async () => (await current()).health(),
  actions: async () => (await current()).actions(),
  perform: async (action, ...params) => (await current()).perform(action, ...params),
  view: async (path, ...params) => (await current()).view(path, ...params),
  wait: async (expected, signal) => (await current()).wait(expected, signal),
  events(query, signal) {
    const client = current()
    return client instanceof Promise ? eventsOf(client, query, signal) : client.events(query, signal)
  },
  file: async (uniqueId) => (await current()).file(uniqueId),
})

async function* eventsOf(client: Promise<Client>, query?: EventQuery, signal?: AbortSignal) {
  yield* (await client).events(query, signal)
}
