// The pictures of a conversation, so that a report can show them when the emulator is gone.

import type { Client } from '../../client/client.ts'
import type { Scene } from './scene.ts'

export async function picturesOf(client: Client, scene: Scene): Promise<Record<string, string>> {
  const ids = new Set(scene.flatMap(({ file }) => (file?.kind === 'photo' ? file.unique_id : [])))
  const pictures: Record<string, string> = {}
  for (const id of ids) {
    const bytes = await client.file(id).catch(() => undefined)
    // The service makes a JPEG of every photo.
    if (bytes) pictures[id] = `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
  }
  return pictures
}
