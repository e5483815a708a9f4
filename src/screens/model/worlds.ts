// Tracks which traffic entries remain part of the world after a snapshot was restored.

import type { EventView } from '../../control/contract/events.ts'
import type { TrafficEntry } from './traffic-entries.ts'

/** The ids of the first and the last event of a range. The history of a world or a snapshot is a list of ranges. */
type Period = readonly [from: number, to: number]

export interface Worlds {
  current: readonly Period[]
  /** By the name of a snapshot: the periods of events that led to it, and the emulator's time when it was taken. */
  snapshots: Readonly<Record<string, { periods: readonly Period[]; at: number }>>
}

export const ONE_WORLD: Worlds = { current: [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]], snapshots: {} }

export function withWorlds(worlds: Worlds, events: readonly EventView[]): Worlds {
  return events.reduce((before, event): Worlds => {
    const { id, at, type } = event
    const { current, snapshots } = before
    if (type === 'world' || type === 'cleared') return { current: [[id, Number.POSITIVE_INFINITY]], snapshots }
    if (type !== 'action' || (event.action !== 'snapshot' && event.action !== 'restore')) return before
    const name = String(event.params.name)
    // The periods since the restore are already in `current`, because the event `world` comes before the event of the
    // action. The periods of the snapshot are added before them.
    if (event.action === 'restore') return { current: [...(snapshots[name]?.periods ?? []), ...current], snapshots }
    const periods = current.filter(([from]) => from <= id).map(([from, to]): Period => [from, Math.min(to, id)])
    return { current, snapshots: { ...snapshots, [name]: { periods, at } } }
  }, worlds)
}

/** Marks each entry as undone if it is not part of the current world, and removes the mark from all other entries. */
export function markUndone(entries: readonly TrafficEntry[], { current }: Worlds): readonly TrafficEntry[] {
  const isUndone = ({ id }: TrafficEntry) => !current.some(([from, to]) => id >= from && id <= to)
  if (entries.every((entry) => (entry.isUndone ?? false) === isUndone(entry))) return entries
  return entries.map((entry) => ({ ...entry, isUndone: isUndone(entry) }))
}
