// All oracles, in the order in which they judge: the first suspicion counts.

import { crash } from './crash.ts'
import { error } from './error.ts'
import { hang } from './hang.ts'
import type { Judged, Oracle, Suspicion } from './oracle.ts'
import { refused } from './refused.ts'
import { silence } from './silence.ts'

export const ORACLES = { crash, error, hang, refused, silence } satisfies Record<string, Oracle>

export type Kind = keyof typeof ORACLES

export const KINDS = Object.keys(ORACLES) as Kind[]

export function judge(judged: Judged, kinds: ReadonlySet<string>): Suspicion | undefined {
  for (const [kind, oracle] of Object.entries(ORACLES)) {
    const suspicion = kinds.has(kind) ? oracle(judged) : undefined
    if (suspicion) return suspicion
  }
  return undefined
}
