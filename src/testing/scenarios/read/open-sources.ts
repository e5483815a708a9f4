// Opens a scenario file and its includes, checks each once, and merges their worlds.

import { statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { readInput } from '../../../lib/files.ts'
import { type WorldFile, worldSchema } from '../../worlds/world-file.ts'
import { checkWorld } from './checks/check-world.ts'
import { explainIssues } from './checks/explain-issues.ts'
import type { StepCatalogue } from './checks/step-catalogue.ts'
import { type Mistake, missingFile } from './mistake.ts'
import { type FileContent, fileSchema, readableParts, withoutAnchors } from './schema/file-schema.ts'
import { mistakeAt, type Path, readSource, type Source } from './source.ts'

export type Sources = ReturnType<typeof openSources>

export function openSources(catalogue: StepCatalogue, mistakes: Mistake[]) {
  const sources = new Map<string, Source | undefined>()
  const schema = fileSchema()

  function open(name: string, namedAt?: Mistake['at']): Source | undefined {
    const path = resolve(name)
    if (!sources.has(path)) sources.set(path, read(name, namedAt))
    return sources.get(path)
  }

  function read(name: string, namedAt?: Mistake['at']): Source | undefined {
    if (!statSync(name, { throwIfNoEntry: false })?.isFile()) {
      mistakes.push(missingFile(namedAt ?? { file: name, line: 1, column: 1 }, name))
      return undefined
    }
    const source = readSource(name, readInput(name, 'bad-scenario', 'Pass a readable scenario file.').toString())
    if (Array.isArray(source)) {
      mistakes.push(...source)
      return undefined
    }
    const value = withoutAnchors(source.value)
    const schemaMistakes = explainIssues({ source, path: [], value, name: '' }, schema)
    mistakes.push(...schemaMistakes)
    const readable = schemaMistakes.length ? { ...source, value: readableParts.parse(value) } : source
    mistakes.push(...checkWorld(readable, catalogue))
    return readable
  }

  return {
    open,
    /** Opens an included file. Reports a mistake if the file is in `including`, because it then includes itself. */
    openNamed(name: string, { source, path }: { source: Source; path: Path }, including: readonly string[]) {
      const file = resolve(dirname(source.file), name)
      if (!including.includes(file)) return open(relative('.', file), source.locationOf(path))
      mistakes.push(mistakeAt(source, path, `${name} includes itself.`, 'Remove one of the includes.'))
      return undefined
    },
    all: () => [...sources.values()].flatMap((source) => source ?? []),
  }
}

/** Returns the merged world of a file and its includes; later entries override earlier ones. */
export function worldIn(source: Source, sources: Sources): WorldFile {
  return worldFrom(source, [resolve(source.file)])

  function worldFrom(source: Source, includeChain: readonly string[]): WorldFile {
    const { include = [], world = {} } = source.value as FileContent
    const worlds = [include].flat().map((name, i) => {
      const path: Path = Array.isArray(include) ? ['include', i] : ['include']
      const other = sources.openNamed(name, { source, path }, includeChain)
      return other ? worldFrom(other, [...includeChain, resolve(other.file)]) : {}
    })
    return mergeWorlds([...worlds, world])
  }
}

function mergeWorlds(worlds: readonly WorldFile[]): WorldFile {
  const merged: Record<string, object> = {}
  for (const world of worlds) {
    for (const [kind, things] of Object.entries(world)) merged[kind] = { ...merged[kind], ...things }
  }
  return worldSchema.parse(merged)
}
