// Removes the bytes that no file is made of any more, once that is committed.

import type { Listener } from '../../event-log/event-log.ts'
import type { Tx } from '../world.ts'

export const tidyBytes =
  ({ store, bytes }: Tx): Listener<'file-deleted' | 'world'> =>
  (entries) => {
    for (const entry of entries) {
      // Calls of one turn share a commit: the same content may have been sent anew within it.
      if (entry.type === 'file-deleted') {
        bytes.removeUnlessAlive(entry.unique_id)
        continue
      }
      // Not before the new world is sure to stay: the old one's bytes do not come back.
      store.sync()
      bytes.removeReplaced()
    }
  }
