// The files that a scenario file leads to, each read and checked once, and the world that they make together.

import { readFileSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Params } from '../scenario.ts'
import { type WorldFile, worldSchema } from '../world-file.ts'
import { checkWorld } from './checks/check-world.ts'
import { explainIssues } from './checks/explain-issues.ts'
import type { Vocabulary } from './checks/vocabulary.ts'
import type { Mistake } from './mistake.ts'
import { type Reading, readStep } from './read-steps.ts'
import { type FileContent, fileSchema, withoutAnchors } from './schema/file-schema.ts'
import { type Path, readSource, type Source } from './source.ts'

export type Sources = ReturnType<typeof openSources>

export function openSources(vocabulary: Vocabulary, mistakes: Mistake[]) {
  const sources = new Map<string, Source | undefined>()
  const schema = fileSchema()

  function open(name: string, asked?: Mistake['at']): Source | undefined {
    const path = resolve(name)
    if (!sources.has(path)) sources.set(path, read(name, asked))
    return sources.get(path)
  }

  function read(name: string, asked?: Mistake['at']): Source | undefined {
    if (!statSync(name, { throwIfNoEntry: false })?.isFile()) {
      const at = asked ?? { file: name, line: 1, column: 1 }
      mistakes.push({ at, message: `There is no file ${name}.`, hint: 'Paths go from the file that names them.' })
      return undefined
    }
    const source = readSource(name, readFileSync(name, 'utf8'))
    if (Array.isArray(source)) {
      mistakes.push(...source)
      return undefined
    }
    const value = withoutAnchors(source.value)
    const found = explainIssues({ source, path: [], value, what: '' }, schema)
    mistakes.push(...found)
    if (!found.length) mistakes.push(...checkWorld(source, vocabulary))
    else checkLoose(source)
    return found.length ? undefined : source
  }

  /** Where the frame is wrong the steps may be so as well: all is said at once. */
  function checkLoose(source: Source) {
    const { scenarios } = (source.value ?? {}) as { scenarios?: unknown }
    const reading: Reading = { vocabulary, mistakes, lenient: [], open: () => undefined, including: [] }
    for (const [i, scenario] of listed(scenarios).entries()) {
      for (const [k, step] of listed((scenario as { steps?: unknown } | null)?.steps).entries()) {
        const path: Path = ['scenarios', i, 'steps', k]
        if (isMap(step)) readStep(reading, source, path, step)
      }
    }
  }

  return {
    open,
    /** A file that another one names, unless it is among those that are being included, outermost first. */
    beside(name: string, { source, path }: { source: Source; path: Path }, including: readonly string[]) {
      const at = source.placeOf(path)
      const file = resolve(dirname(source.file), name)
      if (!including.includes(file)) return open(relative('.', file), at)
      mistakes.push({ at, message: `${name} includes itself.`, hint: 'Break the circle.' })
      return undefined
    },
    all: () => [...sources.values()].flatMap((source) => source ?? []),
  }
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isMap = (value: unknown): value is Params => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the world of a file: the worlds of the files that it includes, and its own on top. */
export function worldIn(source: Source, sources: Sources): WorldFile {
  return worldBelow(source, [resolve(source.file)])

  function worldBelow(source: Source, open: readonly string[]): WorldFile {
    const { include = [], world = {} } = source.value as FileContent
    const worlds = [include].flat().map((name, i) => {
      const path: Path = Array.isArray(include) ? ['include', i] : ['include']
      const other = sources.beside(name, { source, path }, open)
      return other ? worldBelow(other, [...open, resolve(other.file)]) : {}
    })
    return mergedWorlds([...worlds, world])
  }
}

function mergedWorlds(worlds: readonly WorldFile[]): WorldFile {
  const whole: Record<string, object> = {}
  for (const world of worlds) {
    for (const [kind, things] of Object.entries(world)) whole[kind] = { ...whole[kind], ...things }
  }
  return worldSchema.parse(whole)
}
