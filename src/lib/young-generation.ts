// Limits the memory that V8 reserves for new objects.

import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Under load V8 would reserve up to 128 MiB and keep them, which makes a server of small objects no faster. */
const MAX_BYTES = 32 * 1024 * 1024

const setGrowth = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)

/** What is loaded at the start stays, so more room for new objects would not make it faster. */
export const keepYoungGenerationSmall = () => setGrowth(1)

/** Like `--max-semi-space-size`, which only works on Node's command line: stops the growth when it reaches the limit. */
export function limitYoungGeneration() {
  // So little needs one thread. On a busy machine, V8's other threads start late, and a call waits for them.
  setFlagsFromString('--no-parallel-scavenge')
  setGrowth(2)
  new PerformanceObserver((_, observer) => {
    const { space_size = 0 } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space') ?? {}
    if (space_size < MAX_BYTES) return
    setGrowth(1)
    observer.disconnect()
  }).observe({ entryTypes: ['gc'] })
}
