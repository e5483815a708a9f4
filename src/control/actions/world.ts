// The actions snapshot, restore, reset and clearWorld.

import * as z from 'zod'
import { replaceSealKey } from '../../service/messenger/files/file-id.ts'
import { loadService, moveClock } from '../../service/messenger/service/service.ts'
import { requireBot } from '../../service/messenger/users/find-by-ref.ts'
import { createArchive, prepareReplacement, replaceWorld } from '../../service/messenger/whole-world/archive.ts'
import { LAYERS, type Layer, reset as resetWorld } from '../../service/messenger/whole-world/reset-world.ts'
import { saveSnapshot, snapshotCopier } from '../../service/messenger/whole-world/snapshots.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export { LAYERS, type Layer }

export const world = {
  snapshot: action({
    summary: 'Saves the whole world under a name. Replaces an older snapshot with the same name.',
    params: z.strictObject({ name: p.snapshotName }),
    result: 'SnapshotView',
    example: { name: 'base' },
    recorded: false,
    undoable: false,
    prepare: (world) => createArchive(world, { tokens: true }),
    run: (tx, { name }, { file }) => saveSnapshot(tx, file, name),
  }),
  restore: action({
    summary: 'Restores the world and its clock from a snapshot. Update ids keep increasing.',
    params: z.strictObject({ name: p.snapshot }),
    result: 'SnapshotView',
    example: { name: 'base' },
    replacesWorld: true,
    recorded: false,
    undoable: false,
    prepare: (world, { name }) => prepareReplacement(world, snapshotCopier(world, name)),
    run(tx, { name }, replacement) {
      replaceWorld(tx, replacement, 'restored')
      return tx.snapshots.get(name)
    },
  }),
  reset: action({
    summary: 'Resets the world, or only its messages, pending updates or faults, for all bots or one bot.',
    params: z.strictObject({
      layer: z.enum(LAYERS).default('all').describe('The part of the world to reset.'),
      bot: p.bot.optional(),
    }),
    result: 'Done',
    example: { layer: 'queues' },
    replacesWorld: true,
    recorded: false,
    run(tx, { layer, bot }) {
      resetWorld(tx, layer, bot === undefined ? undefined : requireBot(tx, bot))
    },
  }),
  clearWorld: action({
    summary: 'Deletes everything except the bots to keep, with their tokens, profiles, webhooks and update ids.',
    params: z.strictObject({ keep: z.array(p.bot).default([]).describe('The bots that are not deleted.') }),
    result: 'Done',
    example: { keep: ['greeter'] },
    replacesWorld: true,
    recorded: false,
    run(tx, { keep }) {
      const keptBots = keep.map((ref) => requireBot(tx, ref).id)
      for (const unique_id of tx.store.files.contents()) tx.emit({ type: 'file-deleted', unique_id })
      tx.store.clearAllBut(keptBots)
      replaceSealKey(tx)
      const isClockMoved = tx.clock.frozen() || tx.clock.state().offsetMs !== 0
      if (isClockMoved) moveClock(tx, (clock) => clock.restore({ offsetMs: 0, frozenAtMs: null }))
      tx.store.settings.set('service', {})
      loadService(tx)
      tx.faults.clear()
      tx.faults.endDelays()
      tx.emit({ type: 'cleared', clock_moved: isClockMoved })
    },
  }),
}
