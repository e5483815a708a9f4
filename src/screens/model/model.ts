// What a screen knows about an emulator, and what people can do there.

import type { ReadonlySignal } from '@preact/signals-core'
import type {
  ActionParamsOf,
  ActionResultOf,
  Client,
  ViewParamsOf,
  ViewPath,
  ViewResultOf,
} from '../../control/client/client.ts'
import type { PersonChatView } from '../../control/contract/chats.ts'
import type { UserView } from '../../control/contract/people.ts'
import type { RecordingView } from '../../control/contract/recordings.ts'
import type { ActionDescription } from '../../control/contract/service.ts'
import { createActions } from './actions.ts'
import { createConnection, type Link } from './connection.ts'
import { type Conversation, createConversations } from './conversations.ts'
import { type Bot, createDirectory } from './directory.ts'
import type { Outcome } from './outcome.ts'
import { createRecording, type Recording } from './recording.ts'
import { createSources } from './sources.ts'
import { createTimekeeper, type Timekeeper } from './timekeeper.ts'
import { createTraffic, type TrafficCounts } from './traffic.ts'
import type { Arrived, TrafficEntry } from './traffic-entries.ts'
import { createUndo, type Undoable, type UndoSteps } from './undo.ts'
import { createViews } from './views.ts'

/**
 * A signal whose data is loaded while a component, an effect or a subscriber watches the signal. `.peek()` does not
 * load. The value is undefined until it is loaded.
 */
export type Watched<Data> = ReadonlySignal<Data | undefined>

export interface Model extends Timekeeper {
  client: Client
  /** `token` means that the emulator has refused the control token: ask the user for it, then call `reconnect`. */
  link: ReadonlySignal<Link>
  /** The address of the emulator, for `BOT_API_URL`; '' before the first connection. */
  url: ReadonlySignal<string>
  people: ReadonlySignal<readonly UserView[]>
  bots: ReadonlySignal<readonly Bot[]>
  actions: Watched<readonly ActionDescription[]>
  /** The chats of a person, the latest first. */
  chats(person: string): Watched<readonly PersonChatView[]>
  /** A chat as a person sees it, with its messages; null if the person cannot see it, for example before the start. */
  conversation(person: string, chat: string): Watched<Conversation | null>
  /** Loads earlier messages in front of the loaded ones: some of them, or all those back to the message `backTo`. */
  loadEarlier(person: string, chat: string, backTo?: number): Promise<Outcome>
  /** A view of the control API, such as `/bots/:bot/diagnosis`. While watched, it is loaded again after events. */
  view<const Path extends ViewPath>(path: Path, ...params: ViewParamsOf<Path>): Watched<ViewResultOf<Path>>
  /** The calls, updates and other events, the oldest first. The exchanges are `exchangesIn(entries)`. */
  traffic: ReadonlySignal<readonly TrafficEntry[]>
  /** The numbers of all calls and of the refused ones in `traffic`, or that were in it. */
  counts: ReadonlySignal<TrafficCounts>
  /** Calls the listener with each batch of events, after the model has applied them. Returns a function that ends it. */
  onEvents(listener: (events: readonly Arrived[]) => void): () => void

  /** Follows the emulator until the signal aborts. Connects again if the connection breaks. */
  follow(signal: AbortSignal): Promise<void>
  /** Connects at once instead of after a pause. */
  reconnect(): void

  /** Performs an action as a person. Never throws. If `undo` is on, an undoable action becomes an undo step. */
  perform<const Name extends string>(
    action: Name,
    ...params: ActionParamsOf<Name>
  ): Promise<Outcome<ActionResultOf<Name>>>
  undoSteps: ReadonlySignal<UndoSteps>
  /** Restores the world before the latest step in effect. Tells which action was undone. */
  undo(): Promise<Outcome<{ action: string }>>
  redo(): Promise<Outcome<{ action: string }>>

  /** The recording of this screen; undefined if nothing was recorded. */
  recording: ReadonlySignal<Recording | undefined>
  /** The steps and the text of the recording. */
  recorded: Watched<RecordingView>
  beginRecording(): Promise<Outcome>
  stopRecording(): Promise<Outcome>
  /** Plays the recording in a copy of its world; `recording.value.replay` then has the failures. */
  replayRecording(): Promise<Outcome>
  /** Forgets a stopped recording, for example after it was saved. */
  dropRecording(): void
}

export interface ModelOptions {
  /** Returns real time in milliseconds since any moment. */
  nowMs(): number
  /** Schedules the application of collected events. By default, events are applied after 50 ms. */
  schedule?(apply: () => void): void
  undo?: Undoable
}

const FRAME_MS = 50

export function createModel(
  client: Client,
  { nowMs, schedule = (apply) => setTimeout(apply, FRAME_MS), undo: undoable = false }: ModelOptions,
): Model {
  const sources = createSources()
  const time = createTimekeeper(nowMs)
  const traffic = createTraffic()
  const directory = createDirectory(client, sources)
  const conversations = createConversations(client, sources)
  const views = createViews(client, sources)
  const recording = createRecording(client, sources, views)
  const undo = createUndo(client, time, () => recording.recording.peek()?.isRunning === true)
  const actions = createActions(client, directory, undo, undoable)
  const connection = createConnection(client, { sources, time, traffic, nowMs, schedule })
  return {
    client,
    ...connection,
    clock: time.clock,
    timeNow: time.timeNow,
    ...directory,
    ...conversations,
    view: views.view as Model['view'],
    traffic: traffic.entries,
    counts: traffic.counts,
    ...actions,
    undoSteps: undo.undoSteps,
    undo: undo.undo,
    redo: undo.redo,
    ...recording,
  }
}
