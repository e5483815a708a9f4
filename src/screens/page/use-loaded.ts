// A hook that loads data for a component.

import { useEffect, useState } from 'preact/hooks'

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
