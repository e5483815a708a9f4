// Remembers which scenarios failed in the last run, for `test --last-failed`.

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { replaceFile } from '../../lib/files.ts'
import { Problem } from '../../lib/problem.ts'
import { parseJson } from '../../lib/text.ts'
import type { RunResult } from '../../testing/scenarios/run/result.ts'
import { type Scenario, scenarioKey } from '../../testing/scenarios/scenario.ts'

const FILE = '.bot-emulator/last-failed.json'

/** Writes nothing if no scenario has ever failed. A folder that cannot be written does not fail the run. */
export function rememberFailed({ scenarios }: Pick<RunResult, 'scenarios'>) {
  const failed = [...new Set(scenarios.filter(({ status }) => status === 'failed').map(scenarioKey))]
  if (!failed.length && !existsSync(FILE)) return
  try {
    mkdirSync(dirname(FILE), { recursive: true, mode: 0o700 })
    replaceFile(FILE, `${JSON.stringify(failed, null, 2)}\n`)
  } catch {}
}

export function onlyLastFailed(scenarios: readonly Scenario[]): Scenario[] {
  const remembered = existsSync(FILE) ? parseJson(readFileSync(FILE, 'utf8')) : []
  const failed = new Set(Array.isArray(remembered) ? remembered : [])
  const chosen = scenarios.filter((scenario) => failed.has(scenarioKey(scenario)))
  if (chosen.length) return chosen
  throw new Problem('bad-option', 'None of these scenarios failed in the last run.', 'Omit --last-failed to play all.')
}

export const repeatEach = (scenarios: readonly Scenario[], times: number): Scenario[] =>
  scenarios.flatMap((scenario) => Array.from({ length: times }, () => ({ ...scenario })))
