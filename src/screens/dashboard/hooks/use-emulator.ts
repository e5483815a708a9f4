// What components read: the screen with its model, and the values of signals.

import type { ReadonlySignal } from '@preact/signals-core'
import { computed } from '@preact/signals-core'
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { Screen } from '../screen/screen.ts'

export const ScreenContext = createContext<Screen | null>(null)

/** Returns the screen: its model of the emulator, and what the dashboard remembers. */
export function useEmulator(): Screen {
  const screen = useContext(ScreenContext)
  if (!screen) throw new Error('A component of the dashboard needs a ScreenContext.')
  return screen
}

export function useSignal<Value>(signal: ReadonlySignal<Value>): Value {
  const { host } = useEmulator()
  // While the terminal does not read, nothing is drawn, because frames would pile up in memory.
  const subscribe = useCallback(
    (listener: () => void) => signal.subscribe(() => void (host.isStuck() || listener())),
    [signal, host],
  )
  return useSyncExternalStore(subscribe, () => signal.peek())
}

/** Computes a value of signals: `useValue(({ chat }) => chat.value?.title)`. The function must not use other values. */
export function useValue<Value>(read: (screen: Screen) => Value): Value {
  const screen = useEmulator()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function depends only on signals
  return useSignal(useMemo(() => computed(() => read(screen)), [screen]))
}
