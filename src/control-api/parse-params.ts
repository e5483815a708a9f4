// An action's parameters, or a sentence that says where they do not fit.

import * as z from 'zod'
import { firstIssue } from '../lib/first-issue.ts'
import { Problem } from '../lib/problem.ts'
import type { Action } from './actions/action.ts'

export function parseParams(action: Action, body: unknown): unknown {
  // Made into code, a schema pays off after many uses only, and each costs the start a millisecond.
  const parsed = action.params.safeParse(body ?? {}, { jitless: true })
  if (parsed.success) return parsed.data
  const { at, path, message } = firstIssue(parsed.error)
  const known = Object.keys(
    (z.toJSONSchema(action.params, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object,
  )
  throw new Problem(
    'invalid-params',
    `${action.name}: ${at ? `${at}: ` : ''}${isMissing(body, path) ? 'is missing' : message}`,
    `${action.name} takes ${known.join(', ') || 'no parameters'}.`,
  )
}

function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  return (
    path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], body) === undefined
  )
}
