// Sends that the service refused because there were too many; an injected fault has no rule.

import type { Evidence } from './evidence.ts'

export const hitLimits = ({ result: { calls } }: Evidence): string[] =>
  calls
    .filter(({ status, rule }) => status === 429 && rule !== undefined)
    .map(({ method, why, rule }) => `${method} ran into a limit: ${withoutNumbers(why!)} (${rule}).`)

/** So that the same limit, met at another moment, is the same advice. */
const withoutNumbers = (why: string) => why.replace(/\d+(\.\d+)?/g, 'N')
