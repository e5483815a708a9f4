// Removes the bytes that no file is made of any more, once that is committed.

import type { RecordedOf } from '../../event-log/entry.ts'
import type { Listener } from '../../event-log/event-log.ts'
import type { Tx } from '../world.ts'

type Gone = 'file-deleted' | 'world'

export const tidyBytes =
  (tx: Tx): Listener<Gone> =>
  (entries) => {
    for (const entry of entries) {
      try {
        tidyAfter(tx, entry)
      } catch {
        // The disk is full, or another program holds them: they go at the next start, and others hear of what was done.
      }
    }
  }

function tidyAfter({ store, bytes }: Tx, entry: RecordedOf<Gone>) {
  // Calls of one turn share a commit: the same content may have been sent anew within it.
  if (entry.type === 'file-deleted') return bytes.removeUnlessAlive(entry.unique_id)
  // Not before the new world is sure to stay: the old one's bytes do not come back.
  store.sync()
  bytes.removeReplaced()
}
