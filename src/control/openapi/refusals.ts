// The refusals of operations, as responses and examples.

import type { Operation } from '../../service/bot-api/operations/operation.ts'
import { REFUSALS, type RefusalName } from '../../service/rules/refusals.ts'

/** The refusals that every operation may return. */
const OF_EVERY_OPERATION: readonly RefusalName[] = [
  'unauthorized',
  'suspended',
  'tooManyRequests',
  'badParameter',
  'badBody',
]

/** Returns the refusals of an operation by HTTP status. */
export function refusalsOf({ refusals = [] }: Operation): Record<string, unknown> {
  const names = [...OF_EVERY_OPERATION, ...refusals]
  const statuses = [...new Set(names.map((name) => REFUSALS[name].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => [status, answer(names.filter((name) => REFUSALS[name].status === status))]),
  )
}

const answer = (names: readonly RefusalName[]) => ({
  description: names.map((name) => REFUSALS[name].description).join(' · '),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/refused' },
      examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
    },
  },
})

export const refusalExamples = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([name, { status, description }]) => [
      name,
      { summary: description, value: { ok: false, error_code: status, description, ...retryParameters(description) } },
    ]),
  )

const retryParameters = (description: string) =>
  description.includes('{retry_after}') ? { parameters: { retry_after: 1 } } : {}
