// Records actions and calls as scenarios, and replays them in a copy of the world.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { directClient } from '../../control/client/direct-client.ts'
import { type EventFollower, followEvents } from '../../control/client/follow.ts'
import {
  type Edits,
  newRecordingParams,
  type Recorder,
  type RecordingView,
  recordingQuery,
  replayParams,
} from '../../control/contract/recordings.ts'
import type { Emulator } from '../../emulator.ts'
import { Problem, parseRequest } from '../../lib/problem.ts'
import { DEFAULT_SERVICE } from '../../service/rules/settings.ts'
import { handlesById } from '../worlds/handles.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import { stepLine, withEdits } from './edits.ts'
import { exportWorld, questionSteps, stepsBefore } from './export-world.ts'
import { openEmulator } from './open-emulator.ts'
import { replay } from './replay.ts'
import { type RecordedStep, recordSteps, scenarioText, type WriteFile, type WrittenStep } from './written-steps.ts'

interface KeptRecording {
  name: string | undefined
  world: WorldFile
  before: readonly WrittenStep[]
  stream: EventFollower
  isFull(): boolean
}

export function createRecorder(emulator: Emulator, maxEvents = 50_000): Recorder {
  const recordings = new Map<string, KeptRecording>()
  const client = directClient(emulator, '')

  function find(id: string): KeptRecording {
    const recording = recordings.get(id)
    if (recording) return recording
    throw new Problem('no-such-recording', `Unknown recording ${id}.`, 'POST /_emulator/recordings begins a recording.')
  }

  async function stepsOf({ stream }: KeptRecording, writeFile: WriteFile) {
    const events = await stream.since(0)
    return recordSteps(events, { actions: await client.actions(), handles: await handlesById(client), writeFile })
  }

  async function beforeSteps({ before }: KeptRecording, steps: readonly RecordedStep[], edits: Edits) {
    const kept = steps.filter((_, index) => edits[index] !== null)
    return [...before, ...(await questionSteps(client, kept))]
  }

  const embedFile: WriteFile = (name, uniqueId) => ({ name, base64: contentOf(uniqueId).toString('base64') })

  function contentOf(uniqueId: string): Buffer {
    try {
      return readFileSync(emulator.findFile(uniqueId).path)
    } catch {
      return Buffer.alloc(0)
    }
  }

  return {
    async begin(params) {
      const { name } = parseRequest('recording', newRecordingParams, params)
      const world = await exportWorld(client, { ...DEFAULT_SERVICE })
      const before = await stepsBefore(client)
      let events = 0
      const keep = ({ type }: { type: string }) => (type === 'action' || type === 'call') && ++events <= maxEvents
      const stream = await followEvents(client, { keep })
      const id = randomUUID()
      recordings.set(id, { name, world, before, stream, isFull: () => events > maxEvents })
      return { id }
    },
    async view(id, query): Promise<RecordingView> {
      const recording = find(id)
      const { edits, files: folder } = parseRequest('recording', recordingQuery, query)
      const files: NonNullable<RecordingView['files']> = []
      // Each file gets its own folder, so that several files with the same name keep that name.
      const saveFile: WriteFile = (name, unique_id) => {
        const path = `${folder}/${files.length + 1}/${safeFileName(name)}`
        files.push({ path, unique_id })
        return path
      }
      const steps = await stepsOf(recording, folder === undefined ? embedFile : saveFile)
      // Only actions get a note about messages from before the recording. Expectations of calls omit the ids of such
      // messages.
      const notedSteps = withEdits(steps, edits).map(({ read, event, note }) => ({
        step: read(),
        ...(event.type === 'action' && { note }),
      }))
      return {
        steps: (await stepsOf(recording, (name) => name)).map(({ step }) => stepLine(step)),
        text: scenarioText(notedSteps, { ...recording, before: await beforeSteps(recording, steps, edits) }),
        notes: notedSteps.filter(({ note }) => note !== undefined).length,
        full: recording.isFull(),
        ...(folder !== undefined && { files }),
      }
    },
    async stop(id) {
      const { stream } = find(id)
      await stream.catchUp()
      stream.stop()
      return true
    },
    async replay(id, params) {
      const recording = find(id)
      const { edits } = parseRequest('replay', replayParams, params)
      const recorded = await stepsOf(recording, embedFile)
      const copy = await openEmulator()
      try {
        const steps = withEdits(recorded, edits)
        const before = await beforeSteps(recording, recorded, edits)
        const failures = await replay(copy, { ...recording, before, steps, file: client.file })
        return { steps: recorded.length, failures }
      } finally {
        await copy.close()
      }
    },
  }
}

/** Keeps only the last segment of a file name, which may be a path. */
const safeFileName = (name: string) => (/^\.{0,2}$/.test(basename(name)) ? 'file' : basename(name))
