// What there is of the service to be exercised.

import { OPERATIONS } from '../bot-api/operations/index.ts'
import type { Known } from '../scenario/coverage.ts'
import { REFUSALS } from '../spec/refusals.ts'
import { UPDATE_TYPES } from '../spec/update-types.ts'

export const KNOWN: Known = {
  operations: OPERATIONS.map(({ name }) => name),
  update_types: UPDATE_TYPES,
  errors: Object.values(REFUSALS).map(({ status, description }) => ({ status, description })),
}
