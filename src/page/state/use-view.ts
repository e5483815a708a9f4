// A hook that loads a view again after each reload.

import { useEffect, useState } from 'preact/hooks'
import { view } from './emulator.ts'
import { reloads } from './world.ts'

/** Returns the result of a view, or undefined before it is loaded. */
export function useView<Result>(path: string): Result | undefined {
  const [result, setResult] = useState<Result>()
  useEffect(() => {
    view<Result>(path).then(setResult, () => {})
  }, [path, reloads.value])
  return result
}
