// Brings a written file to the disk, before anything relies on it.

import { open } from 'node:fs/promises'

export async function syncFile(path: string) {
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
}
