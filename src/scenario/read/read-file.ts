// Reads a scenario file whole: what it includes, its world, and its scenarios with their tables unfolded.

import { resolve } from 'node:path'
import { span } from '../../contract/time.ts'
import { ENVIRONMENT, type Scenario, type Step } from '../scenario.ts'
import { handlesIn, type WorldFile } from '../world-file.ts'
import { checkReferences } from './checks/check-references.ts'
import { checkVariables } from './checks/check-variables.ts'
import { checkNames, checkUnique } from './checks/check-world.ts'
import type { Vocabulary } from './checks/vocabulary.ts'
import type { Mistake } from './mistake.ts'
import { openSources } from './open-sources.ts'
import { answeredIn, type Reading, readSteps } from './read-steps.ts'
import { BEFORE_EACH, type FileContent } from './schema/file-schema.ts'
import type { Path, Source } from './source.ts'
import { columnsOf, rowMistakes, unfolded } from './unfold-table.ts'
import { worldIn } from './world-in.ts'

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
