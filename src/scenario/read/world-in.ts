// The world of a file: those of the files that it includes, and its own on top.

import { resolve } from 'node:path'
import { type WorldFile, worldSchema } from '../world-file.ts'
import type { Sources } from './open-sources.ts'
import type { FileContent } from './schema/file-schema.ts'
import type { Path, Source } from './source.ts'

export function worldIn(source: Source, sources: Sources): WorldFile {
  return worldBelow(source, [resolve(source.file)])

  function worldBelow(source: Source, open: readonly string[]): WorldFile {
    const { include = [], world = {} } = source.value as FileContent
    const worlds = [include].flat().map((name, i) => {
      const path: Path = Array.isArray(include) ? ['include', i] : ['include']
      const other = sources.beside(name, { source, path }, open)
      return other ? worldBelow(other, [...open, resolve(other.file)]) : {}
    })
    return merged([...worlds, world])
  }
}

function merged(worlds: readonly WorldFile[]): WorldFile {
  const whole: Record<string, object> = {}
  for (const world of worlds) {
    for (const [kind, things] of Object.entries(world)) whole[kind] = { ...whole[kind], ...things }
  }
  return worldSchema.parse(whole)
}
