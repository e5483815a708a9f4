// Returns the first mistake that a Zod schema found in a value.

import type { ZodError } from 'zod'

export function firstIssue({ issues: [issue] }: ZodError): { at: string; path: PropertyKey[]; message: string } {
  if (!issue) throw new Error('A schema refused a value, but does not say why.')
  return { at: issue.path.join('.'), path: issue.path, message: issue.message }
}
