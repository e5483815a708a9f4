// What a screen knows about an emulator, and what people can do there.

import type { Client } from '../../control/client/client.ts'
import { createConnection } from './connection.ts'
import { createConversations } from './conversations.ts'
import { createRecording } from './recording.ts'
import { createSources } from './sources.ts'
import { createTimekeeper } from './timekeeper.ts'
import { createTraffic } from './traffic.ts'
import { createUndo, type Undoable } from './undo.ts'
import { createDirectory, createViews } from './views.ts'

export type Model = ReturnType<typeof createModel>

export interface ModelOptions {
  /** Returns real time in milliseconds since any moment. */
  nowMs(): number
  /** Schedules the application of collected events. By default, events are applied after 50 ms. */
  schedule?(apply: () => void): void
  undo?: Undoable
}

const FRAME_MS = 50

/**
 * The data of a signal is loaded while a component, an effect or a subscriber watches the signal, and is undefined until
 * then. `.peek()` does not load.
 */
export function createModel(
  client: Client,
  { nowMs, schedule = (apply) => setTimeout(apply, FRAME_MS), undo: undoable = false }: ModelOptions,
) {
  const sources = createSources()
  const time = createTimekeeper(nowMs)
  const traffic = createTraffic()
  const directory = createDirectory(client, sources)
  const views = createViews(client, sources)
  const recording = createRecording(client, sources, views)
  const isRecording = () => recording.recording.peek()?.isRunning === true
  return {
    client,
    clock: time.clock,
    timeNow: time.timeNow,
    ...createConnection(client, { sources, time, traffic, nowMs, schedule }),
    ...directory,
    ...createConversations(client, sources),
    view: views.view,
    traffic: traffic.entries,
    counts: traffic.counts,
    worldStart: traffic.worldStart,
    ...recording,
    ...createUndo(client, { actions: directory.actions, time, isRecording, undoable }),
  }
}
