// snapshot: keeps the whole world as it is now under a name.

import * as z from 'zod'
import { takeArchive } from '../../messenger/whole-world/archive.ts'
import { keepSnapshot } from '../../messenger/whole-world/keep-snapshot.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const snapshot = action({
  name: 'snapshot',
  summary: 'Keeps the whole world under a name, in place of an older snapshot of that name.',
  params: z.strictObject({ name: p.snapshotName }),
  result: 'SnapshotView',
  prepare: (world) => takeArchive(world, { tokens: true }),
  run: (tx, { name }, { file }) => keepSnapshot(tx, file, name),
})
