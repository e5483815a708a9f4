// Finds a stored file: its path, type and size.

import { Problem } from '../../lib/problem.ts'
import type { Read } from '../../service/messenger/world.ts'

export type StoredFile = ReturnType<typeof findStoredFile>

export function findStoredFile({ store, bytes }: Read, uniqueId: string) {
  const row = store.files.byContent(uniqueId)
  if (!row) {
    const hint = 'Pass the file_unique_id of a file in a message.'
    throw new Problem('no-such-file', `The file "${uniqueId}" does not exist.`, hint)
  }
  return { path: bytes.pathOf(uniqueId), mime: row.mime, size: row.size }
}
