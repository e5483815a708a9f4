// Writes a recording down: the scenario, and in a folder beside it the files that people sent.

import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Written } from '../scenario/begin-recording.ts'
import type { KeepFile } from '../scenario/record.ts'

export async function saveRecording(
  file: string,
  flag: 'w' | 'wx',
  write: (keep: KeepFile) => Promise<Written>,
): Promise<Written> {
  const folder = `${basename(file, extname(file))}.files`
  const kept: { path: string; bytes: Uint8Array }[] = []
  const written = await write((name, bytes) => {
    const path = `${folder}/${kept.length + 1}-${basename(name)}`
    kept.push({ path, bytes })
    return path
  })
  // The scenario first: where it may not be written, nothing of another one is written over.
  await writeFile(file, written.text, { flag })
  if (kept.length) await mkdir(join(dirname(file), folder), { recursive: true })
  for (const { path, bytes } of kept) await writeFile(join(dirname(file), path), bytes)
  return written
}
