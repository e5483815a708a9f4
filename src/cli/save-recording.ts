// Saves a recording: the scenario, and a folder with the files that people sent.

import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { RecordedFile } from '../scenario/begin-recording.ts'
import type { SaveFileToDisk } from '../scenario/record.ts'

export async function saveRecording(
  file: string,
  flag: 'w' | 'wx',
  write: (keep: SaveFileToDisk) => Promise<RecordedFile>,
): Promise<RecordedFile> {
  const folder = `${basename(file, extname(file))}.files`
  const files: { path: string; bytes: Uint8Array }[] = []
  const recording = await write((name, bytes) => {
    // Each file gets its own folder, so that several files with the same name keep that name.
    const path = `${folder}/${files.length + 1}/${safeFileName(name)}`
    files.push({ path, bytes })
    return path
  })
  // If the scenario must not be overwritten, this throws before any file is written.
  await writeFile(file, recording.text, { flag })
  for (const { path, bytes } of files) {
    const at = join(dirname(file), path)
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, bytes)
  }
  return recording
}

/** Keeps only the last segment of a file name, which may be a path. */
const safeFileName = (name: string) => (/^\.{0,2}$/.test(basename(name)) ? 'file' : basename(name))
