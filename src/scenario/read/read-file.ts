// Reads a scenario file whole: what it includes, its world, and its scenarios with their tables unfolded.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Params, Scenario, Step } from '../scenario.ts'
import { hasVariable, namesIn } from '../variables.ts'
import { type WorldFile, worldSchema } from '../world-file.ts'
import { checkVariables } from './check-variables.ts'
import { checkNames, checkWorld } from './check-world.ts'
import { explainIssues } from './explain-issues.ts'
import { fileSchema } from './file-schema.ts'
import type { Mistake } from './mistake.ts'
import { type Reading, readStep, readSteps } from './read-steps.ts'
import { type Path, readSource, type Source } from './source.ts'
import type { Vocabulary } from './vocabulary.ts'

interface Content {
  include?: string | string[]
  world?: WorldFile
  tags?: string[]
  scenarios?: Written[]
}

interface Written {
  name: string
  tags?: string[]
  each?: Params[]
  only?: boolean
  skip?: boolean | string
  timeout?: number
  steps: unknown[]
}

export interface ReadFile {
  scenarios: Scenario[]
  mistakes: Mistake[]
  /** All files that had to be read. */
  files: string[]
}

export function readScenarioFile(file: string, vocabulary: Vocabulary): ReadFile {
  const mistakes: Mistake[] = []
  const sources = new Map<string, Source | undefined>()
  const schema = fileSchema()

  function open(name: string, { source, path }: Parameters<Reading['open']>[1]): Source | undefined {
    return read(beside(source, name), source.placeOf(path))
  }

  function read(name: string, asked?: Mistake['at']): Source | undefined {
    const path = resolve(name)
    if (!sources.has(path)) sources.set(path, readOnce(name, asked))
    return sources.get(path)
  }

  function readOnce(name: string, asked?: Mistake['at']): Source | undefined {
    if (!existsSync(name)) {
      const at = asked ?? { file: name, line: 1, column: 1 }
      mistakes.push({ at, message: `There is no file ${name}.`, hint: 'Paths go from the file that names them.' })
      return undefined
    }
    const source = readSource(name, readFileSync(name, 'utf8'))
    const found = Array.isArray(source)
      ? source
      : explainIssues({ source, path: [], value: source.value, what: '' }, schema)
    mistakes.push(...found)
    if (Array.isArray(source)) return undefined
    if (!found.length) mistakes.push(...checkWorld(source, vocabulary))
    else checkLoose(source)
    return found.length ? undefined : source
  }

  /** Where the frame is wrong the steps may be so as well: all is told at once. */
  function checkLoose(source: Source) {
    const { scenarios } = (source.value ?? {}) as { scenarios?: unknown }
    for (const [i, scenario] of listed(scenarios).entries()) {
      for (const [k, step] of listed((scenario as Partial<Written> | null)?.steps).entries()) {
        const path: Path = ['scenarios', i, 'steps', k]
        if (isMap(step)) readStep({ ...reading, open: () => undefined }, source, path, step)
      }
    }
  }

  const reading: Reading = { vocabulary, mistakes, lenient: [], open, open_files: [resolve(file)] }

  const beside = (source: Source, name: string) => relative('.', resolve(dirname(source.file), name))

  function worldIn(source: Source, open_files: readonly string[]): WorldFile {
    const { include = [], world = {} } = source.value as Content
    const worlds = [include].flat().map((name, i) => {
      const path: Path = Array.isArray(include) ? ['include', i] : ['include']
      if (open_files.includes(resolve(dirname(source.file), name))) {
        mistakes.push({ at: source.placeOf(path), message: `${name} includes itself.`, hint: 'Break the circle.' })
        return {}
      }
      const other = open(name, { source, path })
      return other ? worldIn(other, [...open_files, resolve(other.file)]) : {}
    })
    return merged([...worlds, world])
  }

  const source = read(file)
  if (!source) return { scenarios: [], mistakes, files: [...sources.keys()] }
  const content = source.value as Content
  const world = worldIn(source, [resolve(file)])
  const handles = handlesOf(world)
  reading.lenient = lenientIn(world)
  // What holds no scenarios of its own may be completed by whoever includes it.
  if (content.scenarios) for (const each of sources.values()) if (each) mistakes.push(...checkNames(each, world))
  readSteps(reading, source, ['steps'], (source.value as { steps?: unknown[] }).steps ?? [])

  const scenarios = (content.scenarios ?? []).flatMap((written, i) => {
    const path: Path = ['scenarios', i]
    const steps = readSteps(reading, source, [...path, 'steps'], written.steps)
    const columns = Object.keys(written.each?.[0] ?? {})
    const placeOf = (step: Step, inner: Path) => {
      const from = [...sources.values()].find((each) => each?.file === step.at.file) ?? source
      return from.placeOf([...step.path, step.word, ...inner])
    }
    mistakes.push(...rowMistakes(source, path, written))
    // A step that is wrong names no variable: those that ask for it are not wrong as well.
    if (!mistakes.length) mistakes.push(...checkVariables(steps, [...handles, ...columns], placeOf))
    const { only = false, skip, timeout } = written
    const common = {
      at: source.placeOf(path),
      tags: [...(content.tags ?? []), ...(written.tags ?? [])],
      world,
      steps,
      only,
      ...(skip && { skip: skip === true ? 'left out' : skip }),
      ...(timeout !== undefined && { timeout: seconds(timeout) }),
    }
    const rows = written.each ?? [{}]
    return rows.map((row, n): Scenario => ({ ...common, row, name: nameFor(written, row, n) }))
  })
  return { scenarios, mistakes, files: [...sources.keys()] }
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isMap = (value: unknown): value is Params => typeof value === 'object' && value !== null && !Array.isArray(value)

/** As the schema reads it; it has passed already. */
const seconds = (written: unknown) => fileSchema().shape.scenarios.unwrap().element.shape.timeout.parse(written)!

function merged(worlds: readonly WorldFile[]): WorldFile {
  const whole: Record<string, object> = {}
  for (const world of worlds) {
    for (const [kind, things] of Object.entries(world)) whole[kind] = { ...whole[kind], ...things }
  }
  return worldSchema.parse(whole)
}

const lenientIn = ({ service }: WorldFile) => listed(service?.lenient).filter((name) => typeof name === 'string')

const handlesOf = (world: WorldFile) =>
  [world.users, world.bots, world.groups, world.channels].flatMap((things) => Object.keys(things ?? {}))

function rowMistakes(source: Source, path: Path, { each = [] }: Written): Mistake[] {
  const columns = Object.keys(each[0] ?? {})
  return each.flatMap((row, i) =>
    columns
      .filter((column) => !(column in row))
      .map((column) => ({
        at: source.placeOf([...path, 'each', i]),
        message: `This row lacks "${column}".`,
        hint: 'All rows of a table have the same columns.',
      })),
  )
}

/** A row is told from the others by its values, unless the name has some of them already. */
function nameFor({ name, each }: Written, row: Params, n: number): string {
  if (!each) return name
  if (hasVariable(name)) {
    return [...namesIn(name)].reduce((text, { name: key }) => {
      const value = key.split('.').reduce<unknown>((inner, part) => (inner as Params | undefined)?.[part], row)
      return value === undefined ? text : text.replace(new RegExp(`\\$(\\{${key}\\}|${key})`), () => String(value))
    }, name)
  }
  const values = Object.entries(row).map(
    ([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  return `${name} (${values.join(', ') || n + 1})`
}
