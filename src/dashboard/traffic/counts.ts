// How many calls there have been, how many were refused, and who has called.

import type { CallView } from '../../contract/traffic.ts'
import type { State } from '../state/state.ts'

export function withCounts({ counts, called }: State, calls: readonly CallView[]): Pick<State, 'counts' | 'called'> {
  if (!calls.length) return { counts, called }
  const isNew = calls.some(({ bot }) => bot !== null && !called[bot])
  return {
    counts: { calls: counts.calls + calls.length, refused: counts.refused + calls.filter(({ ok }) => !ok).length },
    called: isNew ? { ...called, ...Object.fromEntries(calls.map(({ bot }) => [bot, true] as const)) } : called,
  }
}
