// restore: puts a snapshot in place of the world.

import * as z from 'zod'
import { openReplacement, replaceWorld } from '../../messenger/whole-world/archive.ts'
import { bringSnapshot } from '../../messenger/whole-world/keep-snapshot.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const restore = action({
  name: 'restore',
  summary: 'Puts the world back as a snapshot has it, with its clock; update ids go on rising.',
  params: z.strictObject({ name: p.snapshotName }),
  result: 'SnapshotView',
  prepare: (world, { name }) => openReplacement(world, bringSnapshot(world, name)),
  run(tx, { name }, replacement) {
    replaceWorld(tx, replacement, 'restored')
    return tx.snapshots.get(name)
  },
})
