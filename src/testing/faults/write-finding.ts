// Writes a finding as a scenario that fails until the bot is right.

import { rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { replaceFile } from '../../lib/files.ts'
import { excerptWords } from '../../lib/safe-text.ts'
import { scenarioText, type WrittenStep } from '../recorder/written-steps.ts'
import { effectText } from '../scenarios/fault-kinds.ts'
import { isExpectation, namesResult } from '../scenarios/run/play-people.ts'
import { playScenario } from '../scenarios/run/play-scenario.ts'
import type { FaultFinding } from '../scenarios/run/result.ts'
import type { Params, Scenario, Step } from '../scenarios/scenario.ts'
import { substituteVariables } from '../scenarios/variables.ts'
import { type Check, checksOf, handleOf, type Written } from './checks.ts'
import { endsBot } from './strike.ts'

const SETTINGS = { timeout: 60, defaultWaitSeconds: 5, pictures: false, strict: false }

/** Returns undefined if no scenario could be written that fails with the fault and passes without it. */
export async function writeFinding(written: Written): Promise<Pick<FaultFinding, 'file' | 'command'> | undefined> {
  const { fixture, finding, number, out, readScenario, signal, command: bot } = written
  const file = join(out, `${finding.kind}-${number}.yaml`)
  const command = `npx bot-emulator test ${file}${bot && ` --bot ${JSON.stringify(bot)}`}`
  const status = async (scenario: Scenario) => {
    const options = { restart: true, idSet: 0, keepsBots: true, signal }
    return (await playScenario(fixture, scenario, SETTINGS, options)).result.status
  }
  for (const check of await checksOf(written)) {
    replaceFile(file, await findingText(written, { file, command }, check))
    const scenario = readScenario(file)
    if ((await status(scenario)) === 'failed' && (await status(withoutFault(scenario))) === 'passed')
      return { file, command }
  }
  rmSync(file, { force: true })
  return undefined
}

const withoutFault = (scenario: Scenario): Scenario => ({
  ...scenario,
  steps: scenario.steps.filter(({ word, params }) => word !== 'injectFault' && params.view !== '/faults'),
})

const MAX_NAME = 120

async function findingText(written: Written, { file, command }: { file: string; command: string }, check: Check) {
  const { trial, struck, finding } = written
  const { point, strike, play } = struck
  const { scenario } = trial
  const what = effectText(finding)
  const isKill = endsBot(point)
  const { match, ...fault } = point.fault as Params
  const chat = match && (await handleOf(written, (match as Params).chat_id))
  const actions = scenario.steps.slice(0, check.until).flatMap((step, index): WrittenStep[] => {
    if (isExpectation(step) && !namesResult(step)) return []
    const action = writtenStep(step, scenario.row, dirname(file))
    if (!isKill) return [action]
    return index === strike.step ? [action, ...killSteps] : [action, untilIdle(play.bot)]
  })
  const steps = [
    { injectFault: { bot: play.bot, ...fault, ...(chat !== undefined && { match: { chat_id: chat } }) } },
    ...actions,
    ...check.steps,
  ]
  const scenarioFile = scenarioText(
    steps.map((step) => ({ step })),
    {
      name: excerptWords(what, MAX_NAME),
      world: scenario.world,
      bot: isKill ? undefined : { settles: true },
      clock: scenario.clock && 'emulator',
    },
  )
  const comments = [
    `${what}, because ${finding.cause}.`,
    `Found by bot-emulator test --faults in "${scenario.name}". The scenario fails until the bot is right:`,
    command,
  ]
  return `${comments.map((line) => `# ${line.replace(/\s+/g, ' ')}\n`).join('')}${scenarioFile}`
}

const killSteps = [{ expectState: { view: '/faults', with: [{ fired: 1 }] } }, { bot: { restart: true, kill: true } }]

const untilIdle = (bot: string) => ({
  expectState: { view: `/bots/${bot}/delivery`, with: { idle: true }, within: '5s' },
})

function writtenStep({ word, params, as, refused, at }: Step, row: Params, folder: string): WrittenStep {
  const { file } = params
  const path = typeof file === 'string' && { file: relative(folder, resolve(dirname(at.file), file)) }
  const filled = substituteVariables(params, row)
  return {
    [word]: path ? { ...(filled as Params), ...path } : filled,
    ...(as !== undefined && { as }),
    ...(refused !== undefined && { refused }),
  }
}
