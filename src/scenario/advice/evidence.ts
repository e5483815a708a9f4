// What one playing of a scenario has shown, for those who look for advice in it.

import type { EventView } from '../../contract/events.ts'
import type { ScenarioResult } from '../run/result.ts'

export interface Evidence {
  result: ScenarioResult
  events: readonly EventView[]
}

/** What was found: a sentence, or one whose figures differ from case to case, with what it is about. */
export type Finding = string | { message: string; about: string }

export type Adviser = (evidence: Evidence) => Finding[]
