// Reads a scenario file whole: what it includes, its world, and its scenarios with their tables unfolded.

import { resolve } from 'node:path'
import { span } from '../../contract/time.ts'
import { ENVIRONMENT, type Params, type Scenario, type Step } from '../scenario.ts'
import { hasVariable, substituteVariables } from '../variables.ts'
import { handlesIn, type WorldFile } from '../world-file.ts'
import { checkReferences, checkVariables } from './checks/check-references.ts'
import { checkNames, checkUnique } from './checks/check-world.ts'
import type { Vocabulary } from './checks/vocabulary.ts'
import type { Mistake } from './mistake.ts'
import { openSources, worldIn } from './open-sources.ts'
import { answeredIn, type Reading, readSteps } from './read-steps.ts'
import { BEFORE_EACH, type FileContent, type WrittenScenario } from './schema/file-schema.ts'
import type { Path, Source } from './source.ts'

export interface ReadFile {
  scenarios: Scenario[]
  world: WorldFile
  mistakes: Mistake[]
}

/** `lenient` are operations that the service is set to answer whatever the file says. */
export function readScenarioFile(file: string, vocabulary: Vocabulary, lenient: readonly string[] = []): ReadFile {
  const mistakes: Mistake[] = []
  const sources = openSources(vocabulary, mistakes)
  const source = sources.open(file)
  if (!source) return { scenarios: [], world: {}, mistakes }
  const content = source.value as FileContent
  const world = worldIn(source, sources)
  const reading: Reading = {
    vocabulary,
    mistakes,
    lenient: [...lenient, ...answeredIn(world), ...answeredIn(content)],
    open: sources.beside,
    including: [resolve(file)],
  }
  // What holds no scenarios of its own may be completed by whoever includes it.
  if (content.scenarios) {
    for (const each of sources.all()) mistakes.push(...checkNames(each, world), ...checkUnique(each, world))
  }
  readSteps(reading, source, ['steps'], content.steps ?? [])
  const before = readSteps(reading, source, [BEFORE_EACH], content[BEFORE_EACH] ?? [])

  const placeOf = (step: Step, inner: Path) =>
    sourceOf(step, sources.all(), source).placeOf([...step.path, step.word, ...inner])

  const scenarios = (content.scenarios ?? []).flatMap((written, i) => {
    const path: Path = ['scenarios', i]
    const steps = [...before, ...readSteps(reading, source, [...path, 'steps'], written.steps)]
    mistakes.push(...rowMistakes(source, path, written))
    // A step that is wrong names no variable: those that ask for it are not wrong as well.
    if (!mistakes.length) {
      mistakes.push(...checkReferences(steps, world, vocabulary, placeOf))
      mistakes.push(...checkVariables(steps, [...ENVIRONMENT, ...handlesIn(world), ...columnsOf(written)], placeOf))
    }
    const { only = false, skip, timeout } = written
    const common = {
      at: source.placeOf(path),
      tags: [...(content.tags ?? []), ...(written.tags ?? [])],
      world,
      steps,
      only,
      mayStop: written.bot?.mayStop ?? false,
      skip: skip === true ? 'left out' : skip || undefined,
      timeout: span.optional().parse(timeout),
    }
    return unfolded(written).map((row): Scenario => ({ ...common, ...row }))
  })
  return { scenarios, world, mistakes }
}

const sourceOf = ({ at }: Step, all: readonly Source[], otherwise: Source): Source =>
  all.find((each) => each.file === at.file) ?? otherwise

type WithTable = Pick<WrittenScenario, 'name' | 'each'>

const columnsOf = ({ each }: WithTable): string[] => Object.keys(each?.[0] ?? {})

/** A scenario for each row of the table, with a name of its own. */
const unfolded = (scenario: WithTable): { row: Params; name: string }[] =>
  (scenario.each ?? [{}]).map((row, n) => ({ row, name: nameFor(scenario, row, n) }))

function rowMistakes(source: Source, path: Path, scenario: WithTable): Mistake[] {
  return (scenario.each ?? []).flatMap((row, i) =>
    columnsOf(scenario)
      .filter((column) => !(column in row))
      .map((column) => ({
        at: source.placeOf([...path, 'each', i]),
        message: `This row lacks "${column}".`,
        hint: 'All rows of a table have the same columns.',
      })),
  )
}

/** A row is known by its values, unless the name has some of them already. */
function nameFor({ name, each }: WithTable, row: Params, n: number): string {
  if (!each) return name
  if (hasVariable(name)) return String(substituteVariables(name, row))
  const values = Object.entries(row).map(
    ([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  return `${name} (${values.join(', ') || n + 1})`
}
