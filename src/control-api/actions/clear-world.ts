// clearWorld: nobody and nothing is left but the bots that are to go on, for a new world to be laid out around them.

import * as z from 'zod'
import { moveClock } from '../../messenger/service/move-clock.ts'
import { renewService } from '../../messenger/service/service.ts'
import { botNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const clearWorld = action({
  name: 'clearWorld',
  summary: 'Empties the world, all but the bots to keep: token, profile, webhook and update numbers go on.',
  params: z.strictObject({ keep: z.array(p.ref).default([]) }),
  run(world, { keep }) {
    const kept = keep.map((ref) => botNamed(world, ref).id)
    for (const unique_id of world.store.files.contents()) world.happened({ type: 'file-deleted', unique_id })
    world.store.wipe(kept)
    const moved = world.clock.frozen() || world.clock.state().offsetMs !== 0
    if (moved) moveClock(world, (clock) => clock.restore({ offsetMs: 0, frozenAtMs: null }))
    world.store.settings.set('service', {})
    renewService(world)
    world.faults.clear()
    world.happened({ type: 'cleared', clock_moved: moved })
    return true
  },
})
