// What our own sources are bundled from and into: chunks that load when they are needed.

import { isAbsolute } from 'node:path'
import type { BuildOptions, ChunkingContext } from 'rolldown'

const isOurs = (id: string) => id.startsWith('.') || isAbsolute(id)

/** Packages stay packages: what the tests import is what an installation runs. */
export const BUNDLE = {
  input: {
    cli: 'src/cli/main.ts',
    index: 'src/index.ts',
    testing: 'src/library/runners/testing.ts',
    matchers: 'src/library/runners/matchers.ts',
    vitest: 'src/library/runners/vitest.ts',
    'archive-worker': 'src/store/archives/archive-worker.ts',
  },
  platform: 'node',
  external: (id) => !isOurs(id),
  output: {
    dir: 'dist',
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    // With `node --enable-source-maps` a stack names the places in the sources; these themselves stay in the repository.
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: {
      // Each file costs the start a little: what several parts need and what loads nothing else is one.
      groups: [
        { name: (id, context) => (isLight(id, context) ? 'light' : null), debugName: 'light', minShareCount: 2 },
      ],
    },
  },
} satisfies BuildOptions

const known = new Map<string, boolean>()

function isLight(id: string, context: ChunkingContext): boolean {
  const before = known.get(id)
  if (before !== undefined) return before
  const isIt = isOurs(id) && !!context.getModuleInfo(id)?.importedIds.every((each) => isLight(each, context))
  known.set(id, isIt)
  return isIt
}
