// Sends that the service refused because there were too many.

import type { Evidence } from './advice.ts'

export const hitLimits = ({ result: { calls } }: Evidence): string[] =>
  calls
    .filter(({ status, why }) => status === 429 && why !== undefined)
    .map(({ method, why, rule }) => `${method} ran into a limit: ${withoutNumbers(why!)} (${rule}).`)

/** So that the same limit, met at another moment, is the same advice. */
const withoutNumbers = (why: string) => why.replace(/\d+(\.\d+)?/g, 'N')
