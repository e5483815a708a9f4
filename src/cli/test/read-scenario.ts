// Reads a scenario that the tool has written itself.

import { mistakesProblem } from '../../testing/scenarios/read/mistake.ts'
import { readScenarioFile } from '../../testing/scenarios/read/read-file.ts'
import type { Scenario } from '../../testing/scenarios/scenario.ts'
import { loadStepCatalogue } from './load-step-catalogue.ts'

export function readScenario(file: string): Scenario {
  const { scenarios, mistakes } = readScenarioFile(file, loadStepCatalogue())
  const [scenario] = scenarios
  if (!scenario || mistakes.length) throw mistakesProblem('bad-scenario', mistakes)
  return scenario
}
