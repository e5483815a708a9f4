// Opens an emulator's recorder with its first recording.

import type { Recorder } from '../../control/contract/recordings.ts'
import type { Emulator } from '../../emulator.ts'

/** Imports the recorder only when it is used, because few users record, and the import would slow down the start. */
export function lazyRecorder(emulator: Emulator): () => Promise<Recorder> {
  let recorder: Promise<Recorder> | undefined
  return () => {
    recorder ??= import('./recorder.ts').then(({ createRecorder }) => createRecorder(emulator))
    return recorder
  }
}
