// Writes a recording down: the scenario, and in a folder beside it the files that people sent.

import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { RecordedFile } from '../scenario/begin-recording.ts'
import type { SaveFile } from '../scenario/record.ts'

export async function saveRecording(
  file: string,
  flag: 'w' | 'wx',
  write: (keep: SaveFile) => Promise<RecordedFile>,
): Promise<RecordedFile> {
  const folder = `${basename(file, extname(file))}.files`
  const kept: { path: string; bytes: Uint8Array }[] = []
  const written = await write((name, bytes) => {
    // Each in a folder of its own, as it is sent again under the name that it has there.
    const path = `${folder}/${kept.length + 1}/${fileNamed(name)}`
    kept.push({ path, bytes })
    return path
  })
  // The scenario first: where it may not be written, nothing of another one is written over.
  await writeFile(file, written.text, { flag })
  for (const { path, bytes } of kept) {
    const at = join(dirname(file), path)
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, bytes)
  }
  return written
}

/** Some names lead to a folder. */
const fileNamed = (name: string) => (/^\.{0,2}$/.test(basename(name)) ? 'file' : basename(name))
