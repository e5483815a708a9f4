// The traffic of an emulator: its entries, what was undone, the number of refusals.

import { signal } from '@preact/signals-core'
import type { EventView } from '../../control/contract/events.ts'
import { type Arrived, type TrafficEntry, withEvents } from './traffic-entries.ts'

export type Traffic = ReturnType<typeof createTraffic>

export function createTraffic() {
  const entries = signal<readonly TrafficEntry[]>([])
  /** The numbers of all calls and of the refused ones in the traffic, or that were in it. */
  const counts = signal({ calls: 0, refused: 0 })
  /** The event with which the current world began. The emulator has forgotten the events before it. */
  const worldStart = signal(Number.NEGATIVE_INFINITY)
  let worlds = ONE_WORLD
  return {
    entries,
    counts,
    worldStart,
    add(events: readonly Arrived[]) {
      worlds = withWorlds(worlds, events)
      worldStart.value = worlds.current.at(-1)![0]
      // Entries that a restore has undone are marked before the new events are added, because events must not change
      // marked entries.
      entries.value = markUndone(withEvents(markUndone(entries.peek(), worlds), events), worlds)
      const calls = events.flatMap((event) => (event.type === 'call' ? [event.call] : []))
      if (!calls.length) return
      const { calls: before, refused } = counts.peek()
      counts.value = { calls: before + calls.length, refused: refused + calls.filter(({ ok }) => !ok).length }
    },
    clear() {
      worlds = ONE_WORLD
      entries.value = []
      counts.value = { calls: 0, refused: 0 }
    },
  }
}

/** The ids of the first and the last event of a range. The history of a world or a snapshot is a list of ranges. */
type Period = readonly [from: number, to: number]

interface Worlds {
  current: readonly Period[]
  /** By the name of a snapshot: the periods of events that led to it. */
  snapshots: Readonly<Record<string, readonly Period[]>>
}

const ONE_WORLD: Worlds = { current: [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]], snapshots: {} }

function withWorlds(worlds: Worlds, events: readonly EventView[]): Worlds {
  return events.reduce((before, event): Worlds => {
    const { id, type } = event
    const { current, snapshots } = before
    if (type === 'world' || type === 'cleared') return { current: [[id, Number.POSITIVE_INFINITY]], snapshots }
    if (type !== 'action' || (event.action !== 'snapshot' && event.action !== 'restore')) return before
    const name = String(event.params.name)
    // The periods since the restore are already in `current`, because the event `world` comes before the event of the
    // action. The periods of the snapshot are added before them.
    if (event.action === 'restore') return { current: [...(snapshots[name] ?? []), ...current], snapshots }
    const periods = current.filter(([from]) => from <= id).map(([from, to]): Period => [from, Math.min(to, id)])
    return { current, snapshots: { ...snapshots, [name]: periods } }
  }, worlds)
}

/** Marks each entry as undone if it is not part of the current world, and removes the mark from all other entries. */
function markUndone(entries: readonly TrafficEntry[], { current }: Worlds): readonly TrafficEntry[] {
  const isUndone = ({ id }: TrafficEntry) => !current.some(([from, to]) => id >= from && id <= to)
  if (entries.every((entry) => (entry.isUndone ?? false) === isUndone(entry))) return entries
  return entries.map((entry) => ({ ...entry, isUndone: isUndone(entry) }))
}
