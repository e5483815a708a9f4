// The kinds of failures, in the order in which they are judged.

import { deedText, isFault } from '../moves.ts'
import { double, lost, refused } from './calls.ts'
import { crash, printedError } from './program.ts'
import { leak, shownValue } from './shown.ts'
import { silence } from './silence.ts'
import type { Judge, Judged, Suspicion } from './suspicion.ts'

export const JUDGES = {
  crash,
  error: (judged) => printedError(judged) ?? shownValue(judged),
  refused,
  leak,
  double,
  lost,
  silence,
} satisfies Record<string, Judge>

/** Kinds of earlier versions: a flag that names one is accepted. */
export const FORMER_KINDS: readonly string[] = ['loop', 'hang', 'stuck']

/** The kind of a failure that only the user's own rules know. */
export const PROPERTY = 'property'

/** After a refused call, silence or an error in the output may be right. */
const AFTER_FAULT = ['crash', 'lost']

export type Judges = ReadonlyMap<string, Judge>

/** Returns the first suspicion. What a call to the deleted chat of an earlier conversation caused isn't judged. */
export function judge(judged: Judged, judges: Judges): Suspicion | undefined {
  const { observation, history } = judged
  if (observation.hasCalledDeletedChat) return undefined
  const last = history.at(-1)
  const isAfterFault = last !== undefined && isFault(last.move)
  for (const [kind, accuse] of judges) {
    if (isAfterFault ? !AFTER_FAULT.includes(kind) : kind === 'lost') continue
    const charge = accuse(judged)
    if (!charge) continue
    const { what, ...rest } = charge
    return { kind, summary: `${deedText(observation)}${what}`, ...rest }
  }
  return undefined
}
