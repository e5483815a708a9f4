// What to know about a recording when it is saved.

import type { RecordingView } from '../contract/recordings.ts'

export function recordingWarnings({ notes, full }: Pick<RecordingView, 'notes' | 'full'>): string[] {
  const steps = notes === 1 ? 'A step refers' : `${notes} steps refer`
  return [
    ...(full ? ['The recording is full: later events were not recorded.'] : []),
    ...(notes
      ? [
          `${steps} to messages from before the recording and may fail in a replay. A comment marks each. Start the recording before those messages are sent.`,
        ]
      : []),
  ]
}
