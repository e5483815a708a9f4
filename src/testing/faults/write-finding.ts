// Writes a finding as a scenario that fails until the bot is right.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../lib/files.ts'
import { playScenario } from '../scenarios/run/play-scenario.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { checksOf, type Written } from './checks.ts'
import { findingText } from './finding-text.ts'

/** The scenarios of the first findings of a kind are played. Those after them are alike, and playing takes time. */
const MOST_PLAYED = 3
const SETTINGS = { timeout: 60, defaultWaitSeconds: 5, pictures: false, strict: false }

/** Returns the file, or undefined if no scenario could be written that fails with the fault and passes without it. */
export async function writeFinding(written: Written): Promise<string | undefined> {
  const { fixture, finding, number, out, readScenario, signal } = written
  const file = join(out, `${finding.kind}-${number}.yaml`)
  const status = async (scenario: Scenario) => {
    const options = { restart: true, idSet: 0, keepsBots: true, signal }
    return (await playScenario(fixture, scenario, SETTINGS, options)).result.status
  }
  for (const check of await checksOf(written)) {
    replaceFile(file, await findingText(written, file, check))
    if (number > MOST_PLAYED) return file
    const scenario = readScenario(file)
    if ((await status(scenario)) === 'failed' && (await status(withoutFault(scenario))) === 'passed') return file
  }
  rmSync(file, { force: true })
  return undefined
}

const withoutFault = (scenario: Scenario): Scenario => ({
  ...scenario,
  steps: scenario.steps.filter(({ word, params }) => word !== 'injectFault' && params.view !== '/faults'),
})
