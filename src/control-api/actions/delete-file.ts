// deleteFile: the service deletes a file; its identifiers are dead from then on.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { action } from './action.ts'

export const deleteFile = action({
  name: 'deleteFile',
  summary: 'Deletes a file, so that its identifiers no longer work.',
  params: z.strictObject({ file_unique_id: z.string() }),
  result: 'Done',
  run(tx, { file_unique_id }) {
    if (!tx.store.files.isAlive(file_unique_id)) {
      throw new Problem('no-such-file', `There is no file "${file_unique_id}".`, 'Take file_unique_id from a message.')
    }
    tx.store.files.remove(file_unique_id)
    tx.emit({ type: 'file-deleted', unique_id: file_unique_id })
    return true
  },
})
