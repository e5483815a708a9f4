// The recording of a screen, which the emulator makes and replays.

import { signal } from '@preact/signals-core'
import type { Client } from '../../control/client/client.ts'
import type { RecordingView, ReplayView } from '../../control/contract/recordings.ts'
import { Problem } from '../../lib/problem.ts'
import { outcomeOf } from './outcome.ts'
import type { Sources } from './sources.ts'
import type { Views } from './views.ts'

export interface Recording {
  id: string
  isRunning: boolean
  /** The result of the last replay. */
  replay?: ReplayView
}

export function createRecording(client: Client, sources: Sources, { createView }: Views) {
  const recording = signal<Recording | undefined>(undefined)
  const recorded = createView<RecordingView | undefined>('/recordings', async () => {
    const current = recording.peek()
    return current && (await client.recording(current.id))
  })
  function change(next: Recording | undefined) {
    recording.value = next
    sources.reload(recorded)
  }
  const current = () => {
    const found = recording.peek()
    if (!found) throw new Problem('not-recording', 'Nothing was recorded.', 'Begin a recording first.')
    return found
  }
  return {
    recording,
    recorded,
    beginRecording: () =>
      outcomeOf(async () => {
        change({ ...(await client.beginRecording()), isRunning: true })
      }),
    stopRecording: () =>
      outcomeOf(async () => {
        await client.stopRecording(current().id)
        change({ ...current(), isRunning: false })
      }),
    /** Plays the recording in a copy of its world; `recording.value.replay` then has the failures. */
    replayRecording: () =>
      outcomeOf(async () => {
        const replay = await client.replayRecording(current().id)
        change({ ...current(), replay })
        return replay
      }),
    /** Forgets a stopped recording, for example after it was saved. */
    dropRecording: () => change(undefined),
  }
}
