// Reads a scenario file: its includes, its world, and a scenario for each table row.

import { resolve } from 'node:path'
import { span } from '../../../control/contract/time.ts'
import { handlesIn, playedWorld, type WorldFile } from '../../worlds/world-file.ts'
import { ENVIRONMENT, type Params, type Scenario, type Step } from '../scenario.ts'
import { hasVariable, substituteVariables } from '../variables.ts'
import { changesHandles, checkReferences, checkVariables } from './checks/check-references.ts'
import { checkWholeWorld } from './checks/check-world.ts'
import type { StepCatalogue } from './checks/step-catalogue.ts'
import type { Mistake } from './mistake.ts'
import { openSources, worldIn } from './open-sources.ts'
import { type ReadingContext, readSteps, stubbedOperationsIn } from './read-steps.ts'
import { BEFORE_EACH, type FileContent, type WrittenScenario } from './schema/file-schema.ts'
import { mistakeAt, type Path, type Source } from './source.ts'

const CLOCKS = { emulator: 'follow', skip: 'skip' } as const

/** Reads a scenario file. `lenient` lists unknown operations that the service answers, so steps may expect them. */
export function readScenarioFile(file: string, catalogue: StepCatalogue, lenient: readonly string[] = []) {
  const mistakes: Mistake[] = []
  const sources = openSources(catalogue, mistakes)
  const source = sources.open(file)
  if (!source) return { scenarios: [], world: {} as WorldFile, mistakes }
  const content = source.value as FileContent
  const world = content.scenarios ? playedWorld(worldIn(source, sources)) : worldIn(source, sources)
  const reading: ReadingContext = {
    catalogue,
    mistakes,
    lenient: [...lenient, ...stubbedOperationsIn(world), ...stubbedOperationsIn(content)],
    open: sources.openNamed,
    includeChain: [resolve(file)],
  }
  // Members aren't checked in a file without scenarios, because a file that includes it may define them.
  if (content.scenarios) mistakes.push(...sources.all().flatMap((each) => checkWholeWorld(each, world)))
  readSteps(reading, source, ['steps'], content.steps ?? [])
  const stepsBeforeEach = readSteps(reading, source, [BEFORE_EACH], content[BEFORE_EACH] ?? [])
  const all = (content.scenarios ?? []).map((written, i) => {
    const path: Path = ['scenarios', i]
    mistakes.push(...rowMistakes(source, path, written))
    return {
      written,
      path,
      steps: [...stepsBeforeEach, ...readSteps(reading, source, [...path, 'steps'], written.steps)],
    }
  })

  // Steps may use what invalid steps set or create, which is not known.
  const invalid = mistakes.length ? JSON.stringify(sources.all().map(({ value }) => value)) : ''
  const setByInvalid = [...invalid.matchAll(/"as":"([^"]+)"/g)].map(([, name = '']) => name)
  const knownVariables = [...ENVIRONMENT, ...handlesIn(world), ...setByInvalid]
  const mayHideHandles = ({ steps }: WrittenScenario) =>
    invalid !== '' &&
    steps.some((step) =>
      Object.keys(Object(step)).some((word) => word === 'include' || changesHandles(word, catalogue)),
    )

  const locationOf = ({ at, path, word }: Step, inner: Path) => {
    const { locationOf } = sources.all().find(({ file }) => file === at.file) ?? source
    return locationOf([...path, word, ...inner])
  }

  const scenarios = all.flatMap(({ written, path, steps }) => {
    if (!mayHideHandles(written)) mistakes.push(...checkReferences(steps, world, catalogue, locationOf))
    mistakes.push(...checkVariables(steps, [...knownVariables, ...columnsOf(written)], locationOf))
    const { only = false, skip, timeout } = written
    const common = {
      at: source.locationOf(path),
      tags: [...(content.tags ?? []), ...(written.tags ?? [])],
      world,
      clock: content.clock && CLOCKS[content.clock],
      steps,
      only,
      mayStop: written.bot?.mayStop ?? false,
      settles: written.bot?.settles ?? false,
      faults: written.faults ?? { accept: {} },
      skip: skip === true ? 'marked skip' : skip || undefined,
      timeout: span.optional().parse(timeout),
    }
    return expandTable(written).map((row): Scenario => ({ ...common, ...row }))
  })
  return { scenarios, world, mistakes }
}

type WithTable = Pick<WrittenScenario, 'name' | 'each'>

const columnsOf = ({ each }: WithTable): string[] => Object.keys(each?.[0] ?? {})

/** Returns the rows of a scenario's table. A scenario without a table is played once, with an empty row. */
const expandTable = (scenario: WithTable): { row: Params; name: string }[] =>
  (scenario.each ?? [{}]).map((row, n) => ({ row, name: rowName(scenario, row, n) }))

const SAME_COLUMNS = 'Give every row of the table the same columns.'

function rowMistakes(source: Source, path: Path, scenario: WithTable): Mistake[] {
  return (scenario.each ?? []).flatMap((row, i) =>
    columnsOf(scenario)
      .filter((column) => !(column in row))
      .map((column) => mistakeAt(source, [...path, 'each', i], `This row lacks "${column}".`, SAME_COLUMNS)),
  )
}

function rowName({ name, each }: WithTable, row: Params, n: number): string {
  if (!each) return name
  if (hasVariable(name)) return String(substituteVariables(name, row))
  const values = Object.entries(row).map(
    ([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  return `${name} (${values.join(', ') || n + 1})`
}
