// What a run shows of a bot that no expectation asked for, and that would hurt it in the real service.

import type { EventView } from '../../client/client.ts'
import type { ScenarioResult } from '../run/result.ts'
import { callsAfterBlock } from './calls-after-block.ts'
import { emptyEdits } from './empty-edits.ts'
import { hitLimits } from './hit-limits.ts'
import { ignoredRetryAfter } from './ignored-retry-after.ts'
import { silentCommands } from './silent-commands.ts'
import { twoPollers } from './two-pollers.ts'

export interface Advice {
  /** What it is about, in kebab case. */
  kind: string
  message: string
  /** Where it was seen first. */
  scenario?: string
  /** In how many scenarios. */
  seen: number
}

/** What one playing of a scenario has shown. */
export interface Evidence {
  result: ScenarioResult
  events: readonly EventView[]
}

/** Each tells what it finds, in sentences. */
export type Adviser = (evidence: Evidence) => string[]

const ADVISERS: readonly (readonly [kind: string, adviser: Adviser])[] = [
  ['ignored-retry-after', ignoredRetryAfter],
  ['call-after-block', callsAfterBlock],
  ['two-pollers', twoPollers],
  ['empty-edit', emptyEdits],
  ['limit-hit', hitLimits],
  ['silent-command', silentCommands],
]

export type Advisory = ReturnType<typeof createAdvisory>

export function createAdvisory() {
  const found = new Map<string, Advice>()

  function note(kind: string, message: string, scenario?: string) {
    const key = `${kind} ${message}`
    const before = found.get(key)
    found.set(key, { kind, message, ...(scenario && { scenario }), ...before, seen: (before?.seen ?? 0) + 1 })
  }

  return {
    note,
    add(evidence: Evidence) {
      for (const [kind, adviser] of ADVISERS) {
        for (const message of new Set(adviser(evidence))) note(kind, message, evidence.result.name)
      }
    },
    advice: (): Advice[] => [...found.values()],
  }
}
