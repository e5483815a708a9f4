// Why a call was refused, in words that name both numbers of a limit.

import type { CallView } from '../../../control/contract/traffic.ts'
import { LIMITS } from '../../../service/rules/limits.ts'

/** Returns the cause, and how long a text was that is too long. */
export function reasonOf({ why, body, params }: CallView): string {
  const reason = why ?? body.description ?? ''
  if (!/ is too long$/.test(reason)) return reason
  const [text, allowed] =
    params.text === undefined ? [params.caption, LIMITS.captionPoints] : [params.text, LIMITS.textPoints]
  return typeof text === 'string' ? `${reason}, ${[...text].length} of ${allowed} characters` : reason
}
