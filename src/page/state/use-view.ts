// Hooks that load data, such as a view of the control API, for a component.

import { useEffect, useState } from 'preact/hooks'
import { view } from './emulator.ts'
import { reloads } from './world.ts'

/** Returns the loaded value, or undefined before it is loaded. Loads it again if one of the inputs changes. */
export function useLoaded<Value>(load: () => Promise<Value>, inputs: readonly unknown[]): Value | undefined {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setValue(loaded),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, inputs)
  return value
}

/** Returns the result of a view, and loads it again after each reload of the world. */
export const useView = <Result>(path: string) => useLoaded(() => view<Result>(`/${path}`), [path, reloads.value])
