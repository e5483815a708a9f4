// The operations of a run that were answered with true because they are lenient, and how often.

import type { RunResult } from '../run/result.ts'

export function lenientLines({ scenarios }: RunResult): string[] {
  const counts = new Map<string, number>()
  for (const { method, lenient } of scenarios.flatMap(({ calls }) => calls)) {
    if (lenient) counts.set(method, (counts.get(method) ?? 0) + 1)
  }
  return [...counts].map(
    ([method, count]) => `Lenient, so without effect: ${method} (${count} ${count === 1 ? 'call' : 'calls'}).`,
  )
}
