// `record`: records what happens on the emulator as a scenario file.

import * as z from 'zod'
import type { RecordingView } from '../../../control/contract/recordings.ts'
import { Problem } from '../../../lib/problem.ts'
import { plural } from '../../../lib/safe-text.ts'
import { cutText } from '../answer-text.ts'
import { writeNewBelow } from '../paths.ts'
import { HINTS, tool } from '../tool.ts'

export const record = tool({
  name: 'record',
  description:
    'Records actions and the calls of bots as a scenario: `start` begins a recording and returns its id; `stop` ends the recording; `stop` and `get` return the scenario, or write it to `file`.',
  params: z.strictObject({
    do: z.enum(['start', 'stop', 'get']),
    id: z.string().optional().describe('the id of the recording; required for stop and get'),
    file: z.string().optional().describe('writes the scenario to this new file, below the working folder'),
  }),
  hints: HINTS.adds,
  async answer(client, { do: verb, id, file }) {
    if (verb === 'start') return `recording ${(await client.beginRecording()).id}`
    if (id === undefined) throw new Problem('invalid-params', 'record: `id` is missing.', 'Pass the id from `start`.')
    if (verb === 'stop') await client.stopRecording(id)
    const recording = await client.recording(id)
    if (file === undefined) return `${summary(recording)}\n${cutText(recording.text, MAX_CHARACTERS, 'pass `file`')}`
    await writeNewBelow(file, recording.text)
    return `${file}: ${summary(recording)}`
  },
})

const MAX_CHARACTERS = 8000

const summary = ({ steps, notes }: RecordingView) =>
  `${plural(steps.length, 'step')}${notes ? `, of which ${notes} may fail in a replay: a comment marks each` : ''}`
