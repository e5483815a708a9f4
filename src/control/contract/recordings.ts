// The shapes of recordings in the control API.

import * as z from 'zod'
import { parseJson } from '../../lib/text.ts'

export const newRecordingParams = z.strictObject({
  name: z.string().optional().describe('The name of the scenario.'),
})

const edits = z
  .record(z.string(), z.string().nullable())
  .default({})
  .describe('Edits by step index, from 0: a line of YAML replaces the step, null removes it.')

export const recordingQuery = z.strictObject({
  edits: z.preprocess((value) => (typeof value === 'string' ? (parseJson(value) ?? value) : value), edits),
  files: z
    .string()
    .optional()
    .describe('The folder of the files that people sent. `text` then has paths in it instead of their contents.'),
})

export const replayParams = z.strictObject({ edits })

export type Edits = z.output<typeof edits>

export const NewRecording = z.object({ id: z.string() })
export type NewRecording = z.infer<typeof NewRecording>

export const RecordingView = z.object({
  steps: z.array(z.string()).describe('Each recorded step as one line of YAML.'),
  text: z.string().describe('The content of the scenario file with the recorded steps.'),
  notes: z.int().describe('The number of steps that may fail in a replay. In `text`, a comment marks each of them.'),
  full: z.boolean().describe('True if later events are not recorded, because the recording is too large.'),
  files: z
    .array(z.object({ path: z.string(), unique_id: z.string() }))
    .optional()
    .describe('The files to save beside the scenario, if the query has `files`.'),
})
export type RecordingView = z.infer<typeof RecordingView>

export const ReplayView = z.object({
  steps: z.int(),
  failures: z.record(z.string(), z.string()).describe('The errors of failed steps by step index, from 0.'),
})
export type ReplayView = z.infer<typeof ReplayView>

/** Records scenarios. The server gets it when it opens, because it plays scenarios in an emulator of its own. */
export interface Recorder {
  begin(params: unknown): Promise<NewRecording>
  view(id: string, query: unknown): Promise<RecordingView>
  stop(id: string): Promise<true>
  replay(id: string, params: unknown): Promise<ReplayView>
}
