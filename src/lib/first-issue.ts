// Returns the first issue of a schema's error, with its path.

import type { ZodError } from 'zod'

export function firstIssue({ issues: [issue] }: ZodError): { at: string; path: PropertyKey[]; message: string } {
  if (!issue) throw new Error('A schema refused a value, but does not say why.')
  return { at: issue.path.join('.'), path: issue.path, message: issue.message }
}
