// The traffic of an emulator: its entries, and the numbers of calls and refusals.

import { signal } from '@preact/signals-core'
import { type Arrived, type TrafficEntry, withEvents } from './traffic-entries.ts'
import { markUndone, ONE_WORLD, withWorlds } from './worlds.ts'

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
