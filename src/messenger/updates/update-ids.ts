// Update ids only ever rise, also for a bot that is made again after a reset or put back by a snapshot:
// its process goes on from the highest it has seen.

import type { World } from '../world.ts'

const FLOOR = 'update_id_floor'

/** What the first update of a new bot comes after. */
export const updateIdFloor = ({ store }: World) => store.settings.get<number>(FLOOR) ?? 0

export const highestUpdateId = (world: World) => Math.max(updateIdFloor(world), world.store.bots.highestUpdateId())

/** From here on there is no id up to this one, neither among those that wait nor to come. */
export function riseAbove(world: World, highest: number) {
  const { bots, updates, settings } = world.store
  for (const { id, last_update_id } of bots.all()) {
    const [first] = updates.first(id, 1)
    const by = first ? Math.max(0, highest + 1 - first.update_id) : 0
    if (by) updates.renumber(id, by)
    bots.setLastUpdateId(id, Math.max(highest, last_update_id + by))
  }
  settings.set(FLOOR, Math.max(highest, updateIdFloor(world)))
}
