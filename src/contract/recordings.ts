// The shapes of recordings in the control API.

import * as z from 'zod'

export const NewRecording = z.object({ id: z.string() })
export type NewRecording = z.infer<typeof NewRecording>

export const RecordingView = z.object({
  steps: z.array(z.string()).meta({ description: 'Each recorded step as one line of YAML.' }),
  text: z.string().meta({ description: 'The content of the scenario file with the recorded steps.' }),
  notes: z
    .int()
    .meta({ description: 'The number of steps that may fail in a replay. In `text`, a comment marks each of them.' }),
  full: z.boolean().meta({ description: 'True if later events are not recorded, because the recording is too large.' }),
})
export type RecordingView = z.infer<typeof RecordingView>

export const ReplayView = z.object({
  steps: z.int(),
  failures: z.record(z.string(), z.string()).meta({ description: 'The errors of failed steps by step index, from 0.' }),
})
export type ReplayView = z.infer<typeof ReplayView>
