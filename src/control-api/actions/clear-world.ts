// clearWorld: nobody and nothing is left but the bots that are to go on, for a new world to be laid out around them.

import * as z from 'zod'
import { renewSealKey } from '../../messenger/files/file-id.ts'
import { moveClock } from '../../messenger/service/move-clock.ts'
import { renewService } from '../../messenger/service/service.ts'
import { botNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const clearWorld = action({
  name: 'clearWorld',
  summary: 'Empties the world, all but the bots to keep: token, profile, webhook and update numbers go on.',
  params: z.strictObject({ keep: z.array(p.ref).default([]) }),
  result: 'Done',
  run(tx, { keep }) {
    const kept = keep.map((ref) => botNamed(tx, ref).id)
    for (const unique_id of tx.store.files.contents()) tx.emit({ type: 'file-deleted', unique_id })
    tx.store.wipe(kept)
    renewSealKey(tx)
    const moved = tx.clock.frozen() || tx.clock.state().offsetMs !== 0
    if (moved) moveClock(tx, (clock) => clock.restore({ offsetMs: 0, frozenAtMs: null }))
    tx.store.settings.set('service', {})
    renewService(tx)
    tx.faults.clear()
    tx.emit({ type: 'cleared', clock_moved: moved })
    return true
  },
})
