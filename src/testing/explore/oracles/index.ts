// All oracles, in the order in which they judge: the first suspicion counts.

import { crash } from './crash.ts'
import { double } from './double.ts'
import { error } from './error.ts'
import { leak } from './leak.ts'
import { lost } from './lost.ts'
import type { Judged, Oracle, Suspicion } from './oracle.ts'
import { refused } from './refused.ts'
import { silence } from './silence.ts'

export const ORACLES = { crash, error, refused, leak, double, lost, silence } satisfies Record<string, Oracle>

export type Kind = keyof typeof ORACLES

export const KINDS = Object.keys(ORACLES) as Kind[]

/** Kinds of earlier versions: a flag that names one is accepted. */
export const FORMER_KINDS: readonly string[] = ['loop', 'hang', 'stuck']

/** The kind of a failure to which no oracle belongs: the bot broke a property that the user has written. */
export const PROPERTY = 'property'

/**
 * Asks the oracles in their order, and returns the first suspicion. Does not judge an observation in which the bot made
 * a call to the deleted chat of an earlier conversation.
 */
export function judge(judged: Judged, oracles: ReadonlyMap<string, Oracle>): Suspicion | undefined {
  if (judged.observation.hasCalledDeletedChat) return undefined
  for (const oracle of oracles.values()) {
    const suspicion = oracle(judged)
    if (suspicion) return suspicion
  }
  return undefined
}
