// Sends that the service refused because there were too many; an injected fault has no rule.

import type { Evidence, Finding } from './evidence.ts'

export const hitLimits = ({ result: { calls } }: Evidence): Finding[] =>
  calls
    .filter(({ status, rule }) => status === 429 && rule !== undefined)
    .map(({ method, why, rule }) => ({
      message: `${method} ran into a limit: ${why} (${rule}).`,
      // The same limit, met at another moment, is the same advice.
      about: `${method} ${rule}`,
    }))
