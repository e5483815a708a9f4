// What components draw: the screen with its model, whose signals they read.

import { computed, type ReadonlySignal } from '@preact/signals-core'
import { createContext, memo, type ReactNode, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
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

/**
 * Makes a component that is drawn again when its properties or the signals that it has read change. It has no hooks, and
 * what its callbacks read is not followed.
 */
export const drawn = <Props extends object>(draw: (screen: Screen, props: Props) => ReactNode) =>
  memo((props: Props) => {
    const screen = useEmulator()
    return useSignal(useMemo(() => computed(() => draw(screen, props)), [screen, props]))
  })
