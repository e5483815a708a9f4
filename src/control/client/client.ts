// The interface of all clients of an emulator, in the same process or over HTTP.

import type { OperationName, OperationParams, OperationResults } from '../../service/bot-api/operations/index.ts'
import type { ProgramReport } from '../../service/rules/shapes.ts'
import type { ActionName, ActionParams, ActionResults } from '../actions/index.ts'
import type { EventQuery, EventView } from '../contract/events.ts'
import type { Expectation, Found } from '../contract/expectation.ts'
import type { Edits, NewRecording, RecordingView, ReplayView } from '../contract/recordings.ts'
import type { ActionDescription, Health, IdleView } from '../contract/service.ts'
import type { ViewParams, ViewPath, ViewResults } from '../views/index.ts'

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

/** The parameters as one argument, which may be omitted if none of its fields is required. */
type OptionalIfEmpty<Params> = Record<never, never> extends Params ? [params?: Params] : [params: Params]

/** The parameters of an action. Any values are allowed if the action's name is only known at run time. */
export type ActionParamsOf<Name extends string> = string extends Name
  ? [params?: Values]
  : Name extends ActionName
    ? OptionalIfEmpty<ActionParams[Name]>
    : [unknownAction: never]

export type ActionResultOf<Name extends string> = Name extends ActionName ? ActionResults[Name] : unknown

/** Any query is allowed for a path that is only known at run time, unless it has placeholders such as :user. */
export type ViewParamsOf<Path extends string> = Path extends ViewPath
  ? OptionalIfEmpty<ViewParams[Path]>
  : Path extends `${string}/:${string}`
    ? [unknownView: never]
    : [query?: Values]

export type ViewResultOf<Path extends string> = Path extends ViewPath ? ViewResults[Path] : unknown

/** The parameters of an operation. Any values are allowed if the service does not have the operation. */
export type OperationParamsOf<Name extends string> = Name extends OperationName
  ? OptionalIfEmpty<OperationParams[Name]>
  : [params?: Values]

export type OperationResultOf<Name extends string> = Name extends OperationName ? OperationResults[Name] : unknown

export interface Client {
  health(): Promise<Health>
  actions(): Promise<ActionDescription[]>
  perform<const Name extends string>(action: Name, ...params: ActionParamsOf<Name>): Promise<ActionResultOf<Name>>
  /** A path is '/users/:user/chats' with the parameters { user }, or complete: '/users/alice/chats'. */
  view<const Path extends string>(path: Path, ...params: ViewParamsOf<Path>): Promise<ViewResultOf<Path>>
  /**
   * Waits for a bot's call, for a message on a person's screen, or until a bot is ready or idle, and returns what it
   * finds. Throws a Problem with what came closest and with a diagnosis of the bot. An expected text may be a RegExp.
   */
  wait<const Expected extends Expectation>(expected: Expected, signal?: AbortSignal): Promise<Found<Expected>>
  /** Reports the start, the output or the end of a bot's program, so that a diagnosis knows it. */
  reportProgram(report: ProgramReport): Promise<true>
  /** Waits until no call is under way and the processes that follow the clock are idle; at most 5 s, or `within`. */
  waitForIdle(limit?: { within?: number | string }): Promise<IdleView>
  /** Yields events after the one with the id `after`, by default new ones, until the signal or the emulator ends it. */
  events(query?: EventQuery, signal?: AbortSignal): AsyncIterable<EventView>
  file(uniqueId: string): Promise<Uint8Array<ArrayBuffer>>
  beginRecording(params?: { name?: string | undefined }): Promise<NewRecording>
  /** Returns a recording as a scenario. With `files`, the scenario has paths in this folder instead of contents. */
  recording(id: string, query?: { edits?: Edits; files?: string }): Promise<RecordingView>
  stopRecording(id: string): Promise<true>
  /** Plays a recording in a copy of its world, and compares. */
  replayRecording(id: string, params?: { edits?: Edits }): Promise<ReplayView>
}

/** Creates a client that forwards each request to the result of `current()`, which may throw or be a promise. */
export const deferredClient = (current: () => Client | Promise<Client>): Client => ({
  health: async () => (await current()).health(),
  actions: async () => (await current()).actions(),
  perform: async (action, ...params) => (await current()).perform(action, ...params),
  view: async (path, ...params) => (await current()).view(path, ...params),
  wait: async (expected, signal) => (await current()).wait(expected, signal),
  reportProgram: async (report) => (await current()).reportProgram(report),
  waitForIdle: async (limit) => (await current()).waitForIdle(limit),
  events(query, signal) {
    const client = current()
    return client instanceof Promise ? awaitEvents(client, query, signal) : client.events(query, signal)
  },
  file: async (uniqueId) => (await current()).file(uniqueId),
  beginRecording: async (params) => (await current()).beginRecording(params),
  recording: async (id, query) => (await current()).recording(id, query),
  stopRecording: async (id) => (await current()).stopRecording(id),
  replayRecording: async (id, params) => (await current()).replayRecording(id, params),
})

async function* awaitEvents(client: Promise<Client>, query?: EventQuery, signal?: AbortSignal) {
  yield* (await client).events(query, signal)
}
