// `test --faults`: the options, and what they mean for the run.

import { InvalidArgumentError } from 'commander'
import { type FaultSettings, runFaults } from '../../testing/faults/run-faults.ts'
import type { RunEvent } from '../../testing/scenarios/run/result.ts'
import type { RunSettings } from '../../testing/scenarios/run/run-scenarios.ts'
import { FAULT_KINDS, type FaultKind, USUAL_KINDS } from '../../testing/scenarios/scenario.ts'
import { requireFolder } from '../print/output-file.ts'
import { group, type OptionsOf, option, usually } from '../settings/option.ts'
import { parseWholeNumber } from '../settings/option-values.ts'
import { readScenario } from './choose-scenarios.ts'

export const FAULT_OPTIONS = group('Run:', [
  option('--faults [kinds]', `plays again with faults: ${FAULT_KINDS}`, parseKinds).preset('all'),
  option('--faults-sample <n>', 'tries this many of the faults', parseWholeNumber(1)).hideHelp(),
  usually(option('--seed <n>', 'another seed tries others', parseWholeNumber(0)), 1).hideHelp(),
  usually(option('--out <folder>', 'where scenarios of the findings are written'), 'faults').hideHelp(),
])

function parseKinds(text: string): FaultKind[] {
  const words = text.split(',')
  const unknown = words.find((word) => word !== 'all' && !isKind(word))
  if (unknown !== undefined) throw new InvalidArgumentError(`The kinds are ${FAULT_KINDS.join(', ')}.`)
  return words.includes('all') ? USUAL_KINDS : FAULT_KINDS.filter((kind) => words.includes(kind))
}

const isKind = (word: string): word is FaultKind => FAULT_KINDS.some((kind) => kind === word)

export function faultRun(
  { faults: kinds, faultsSample: sample, seed, out }: OptionsOf<typeof FAULT_OPTIONS>,
  run: Omit<RunSettings, 'goOn'>,
  notify: (event: RunEvent) => void,
): RunSettings['goOn'] {
  if (!kinds) return undefined
  requireFolder(out)
  const settings: FaultSettings = { kinds, sample, seed, out, readScenario }
  return (passed) => runFaults(passed, run, settings, notify)
}
