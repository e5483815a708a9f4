// The snapshots that are kept, oldest first.

import { view } from './view.ts'

export const snapshots = view({
  path: '/snapshots',
  result: 'SnapshotView[]',
  find: ({ read }) => read.snapshots.list(),
})
