// Saves a recording: the scenario, and a folder with the files that people sent.

import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Client } from '../control/client/client.ts'
import type { RecordingView } from '../control/contract/recordings.ts'

export const loadRecording = (client: Client, id: string, file: string): Promise<RecordingView> =>
  client.recording(id, { files: `${basename(file, extname(file))}.files` })

export async function saveRecording(
  client: Client,
  { text, files = [] }: RecordingView,
  file: string,
  flag: 'w' | 'wx',
) {
  // If the scenario must not be overwritten, this throws before any file is written.
  await writeFile(file, text, { flag })
  for (const { path, unique_id } of files) {
    const at = join(dirname(file), path)
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, await client.file(unique_id).catch(() => ''))
  }
}
