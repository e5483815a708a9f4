// What one playing of a scenario has shown, for those who look for advice in it.

import type { EventView } from '../../contract/events.ts'
import type { ScenarioResult } from '../run/result.ts'

export interface Evidence {
  result: ScenarioResult
  events: readonly EventView[]
}

/** Each tells what it finds, in sentences. */
export type Adviser = (evidence: Evidence) => string[]
