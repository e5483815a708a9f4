// Loads data while it is watched, and loads it again after events that change it.

import { type Signal, signal } from '@preact/signals-core'
import type { EventView } from '../../control/contract/events.ts'

/** The minimum time between two loads of the same data, because many events often arrive at once. */
const RELOAD_MS = 100

interface Source<Data> {
  /** True if the data is loaded even while no component watches it. */
  isKept?: boolean
  load(): Promise<Data>
  /** Applies events to the loaded data. Returns true if the data must be loaded again. */
  isChangedBy(events: readonly EventView[]): boolean
  /** Called when the screen connects to another emulator than before. */
  forget?(): void
  /** True if time changes the data without an event, such as the seconds until a limit is free. */
  isTimed?: boolean
}

interface WatchedSource extends Source<void> {
  isWatched: boolean
  isStale: boolean
  isLoading: boolean
}

export type Sources = ReturnType<typeof createSources>

export function createSources() {
  const all = new Map<Signal, WatchedSource>()
  let isOpen = false

  /** Loads stale data that is needed. Waits RELOAD_MS before it loads the same data again. */
  async function refresh(source: WatchedSource) {
    if (!isOpen || !source.isStale || source.isLoading || !(source.isWatched || source.isKept)) return
    source.isLoading = true
    source.isStale = false
    // If the connection breaks, all data is loaded again after the next connection.
    await source.load().catch(() => {})
    setTimeout(() => {
      source.isLoading = false
      void refresh(source)
    }, RELOAD_MS)
  }

  return {
    /** Creates a signal whose data is loaded by the source while the signal is watched. */
    signalOf<Data>(initial: Data, create: (value: Signal<Data>) => Source<Data>): Signal<Data> {
      const value = signal(initial, {
        watched() {
          watchedSource.isWatched = true
          void refresh(watchedSource)
        },
        unwatched() {
          watchedSource.isWatched = false
        },
      })
      const source = create(value)
      const load = async () => {
        value.value = await source.load()
      }
      const watchedSource = { ...source, load, isWatched: false, isStale: true, isLoading: false }
      all.set(value, watchedSource)
      return value
    },
    /** Loads the data of a signal again if it is watched. */
    reload(value: Signal) {
      const source = all.get(value)
      if (!source) return
      source.isStale = true
      void refresh(source)
    },
    /** Loads all needed data. Resolves when the data that is always kept is loaded. */
    async open(isSame: boolean) {
      isOpen = true
      for (const source of all.values()) {
        source.isStale = true
        if (!isSame) source.forget?.()
      }
      const kept = [...all.values()].filter(({ isKept }) => isKept)
      for (const source of kept) source.isStale = false
      await Promise.all(kept.map((source) => source.load()))
      for (const source of all.values()) void refresh(source)
    },
    close() {
      isOpen = false
    },
    apply(events: readonly EventView[]) {
      for (const source of all.values()) {
        if (source.isChangedBy(events)) source.isStale = true
        void refresh(source)
      }
    },
    tick() {
      for (const source of all.values()) {
        if (source.isTimed) source.isStale = true
        void refresh(source)
      }
    },
  }
}

/** Returns the data before if the new data is equal, so that watchers are not called without a change. */
export const sameOr = <Data>(before: Data, after: Data): Data =>
  JSON.stringify(before) === JSON.stringify(after) ? before : after

/** The types of events after which the emulator may be another world. */
const NEW_WORLD: readonly string[] = ['world', 'reset', 'cleared', 'missed'] satisfies EventView['type'][]

export const isNewWorld = (events: readonly EventView[]) => events.some(({ type }) => NEW_WORLD.includes(type))

export const isAmong = (types: readonly EventView['type'][]) => (events: readonly EventView[]) =>
  isNewWorld(events) || events.some(({ type }) => types.includes(type))
