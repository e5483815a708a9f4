// Update ids only ever rise, also for a bot that is made again after a reset or put back by a snapshot:
// its process goes on from the highest it has seen.

import type { Read, Tx } from '../world.ts'

const FLOOR = 'update_id_floor'

/** What the first update of a new bot comes after. */
export const updateIdFloor = ({ store }: Read) => store.settings.get<number>(FLOOR) ?? 0

export const highestUpdateId = (read: Read) => Math.max(updateIdFloor(read), read.store.bots.highestUpdateId())

/** From here on there is no id up to this one, neither among those that wait nor to come. */
export function riseAbove(tx: Tx, highest: number) {
  const { bots, updates, webhooks, settings } = tx.store
  for (const { id, last_update_id } of bots.all()) {
    const [first] = updates.first(id, 1)
    const by = first ? Math.max(0, highest + 1 - first.update_id) : 0
    if (by) {
      updates.renumber(id, by)
      webhooks.renumber(id, by)
    }
    bots.setLastUpdateId(id, Math.max(highest, last_update_id + by))
  }
  settings.set(FLOOR, Math.max(highest, updateIdFloor(tx)))
}
