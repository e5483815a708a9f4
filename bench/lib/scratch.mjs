// Runs work in a temporary folder and deletes the folder afterwards.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function inScratch(work) {
  const folder = mkdtempSync(join(tmpdir(), 'bot-emulator-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
