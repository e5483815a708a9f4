// Recordings made on the page: each becomes a scenario file, and can be replayed.

import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Client, Values } from '../client/client.ts'
import { directClient } from '../client/direct-client.ts'
import { type EventFollower, followEvents } from '../client/follow.ts'
import type { EventView } from '../contract/events.ts'
import type { NewRecording, RecordingView, ReplayView } from '../contract/recordings.ts'
import type { Emulator } from '../emulator.ts'
import { stopwatch } from '../lib/clock.ts'
import { Problem } from '../lib/problem.ts'
import { createSlots } from '../lib/slots.ts'
import type { TargetEmulator } from '../scenario/run/fixture.ts'

interface Recording {
  script: Awaited<ReturnType<typeof import('../scenario/begin-recording.ts')['beginRecording']>>
  stream: EventFollower
  isFull(): boolean
  /** The events of a recording that was stopped. */
  events?: readonly EventView[]
}

/** The maximum number of recordings. The oldest recording ends when a page begins one more. */
const MAX_RECORDINGS = 4

/** The limits of a recording and of its world. Longer recordings and larger worlds would delay other requests. */
const MAX_EVENTS = 1000
const MAX_CHARACTERS = 1024 * 1024
const MAX_ROWS = 500
const MAX_WORLD_CHARACTERS = 64 * 1024

const SLICE_MS = 10

export type Recordings = ReturnType<typeof createRecordings>

/** `openCopy` starts a new emulator in which a recording is replayed. */
export function createRecordings(emulator: Emulator, openCopy: () => Promise<TargetEmulator>) {
  const recordings = new Map<string, Recording>()
  const client = pausing(directClient(emulator, ''))
  const runAlone = createSlots(1)
  let defaultsOfNewEmulator: Promise<Values> | undefined

  async function loadDefaults(): Promise<Values> {
    const copy = await openCopy()
    return copy.client.view('/service').finally(copy.close)
  }

  function find(id: string): Recording {
    const recording = recordings.get(id)
    if (recording) return recording
    throw new Problem('no-such-recording', `Unknown recording ${id}.`, 'POST /_emulator/recordings begins a recording.')
  }

  const eventsOf = async ({ events, stream }: Recording) => events ?? (await stream.since(0))

  return {
    async begin(): Promise<NewRecording> {
      // Imported only now, because few users record, and an import at the start would slow down the start.
      const { beginRecording } = await import('../scenario/begin-recording.ts')
      defaultsOfNewEmulator ??= loadDefaults()
      const defaults = await defaultsOfNewEmulator
      const lists = await Promise.all([client.view('/users'), client.view('/bots'), client.view('/chats')])
      if (lists.flat().length > MAX_ROWS) throw tooLarge(`more than ${MAX_ROWS} people, bots and chats`)
      const script = await beginRecording(client, defaults)
      if (script.worldCharacters() > MAX_WORLD_CHARACTERS) throw tooLarge('too many members')
      let characters = 0
      let events = 0
      const isFull = () => events > MAX_EVENTS || characters > MAX_CHARACTERS
      const stream = await followEvents(client, {
        keep(event) {
          if (event.type !== 'action' && event.type !== 'call') return false
          events++
          characters += JSON.stringify(event).length
          if (isFull()) stream.stop()
          return !isFull()
        },
      })
      const id = randomUUID()
      recordings.set(id, { script, stream, isFull })
      const [oldest] = recordings
      if (oldest && recordings.size > MAX_RECORDINGS) {
        oldest[1].stream.stop()
        recordings.delete(oldest[0])
      }
      return { id }
    },
    async stop(id: string): Promise<true> {
      const recording = find(id)
      recording.events = await eventsOf(recording)
      recording.stream.stop()
      return true
    },
    async view(id: string): Promise<RecordingView> {
      const recording = find(id)
      const events = await eventsOf(recording)
      const { text, notes } = await recording.script.write(events, (name, bytes) => ({
        name,
        base64: Buffer.from(bytes).toString('base64'),
      }))
      return { steps: await recording.script.lines(events), text, notes, full: recording.isFull() }
    },
    /** Replays a recording. Runs one replay at a time, because each needs a new emulator. */
    async replay(id: string): Promise<ReplayView> {
      const recording = find(id)
      const events = await eventsOf(recording)
      return runAlone(async () => {
        const copy = await openCopy()
        try {
          const failures = await recording.script.replay(events, {}, { ...copy, client: pausing(copy.client) })
          return { steps: (await recording.script.lines(events)).length, failures }
        } finally {
          await copy.close()
        }
      })
    },
    close() {
      for (const { stream } of recordings.values()) stream.stop()
    },
  }
}

function tooLarge(what: string) {
  const hint = 'Record in a smaller world, or record with the command: npx bot-emulator record'
  return new Problem('world-too-large', `The world has ${what}.`, hint)
}

/** Lets other requests run between the requests of one recording. */
function pausing(client: Client): Client {
  let elapsed = stopwatch()
  const pause = async () => {
    if (elapsed() < SLICE_MS) return
    await nextTurn()
    elapsed = stopwatch()
  }
  return {
    ...client,
    view: async (...request) => {
      await pause()
      return client.view(...request)
    },
    perform: async (...request) => {
      await pause()
      return client.perform(...request)
    },
  }
}
