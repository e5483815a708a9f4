// Returns the first mistake that a Zod schema found in a value.

import type { ZodError } from 'zod'

export function firstIssue({ issues: [issue] }: ZodError): { at: string; path: PropertyKey[]; message: string } {
  if (!issue) throw new Error('Zod reported an invalid value without an issue.')
  return { at: issue.path.join('.'), path: issue.path, message: issue.message }
}
