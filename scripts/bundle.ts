// The configuration of the bundler: entry points, and chunks that load on demand.

import { isAbsolute } from 'node:path'
import type { BuildOptions, ChunkingContext } from 'rolldown'

const isOurs = (id: string) => id.startsWith('.') || isAbsolute(id)

/** The module that runs in a bot's process before the bot. It is one file, because it must load fast. */
export const BOT_CLOCK_BUNDLE = {
  input: 'src/bot-clock/node/preload.ts',
  platform: 'node',
  output: { file: 'dist/bot-clock.js', format: 'esm' },
} satisfies BuildOptions

/** Packages that one command needs and that are far larger than the part of them it runs. */
const BUNDLED = /@modelcontextprotocol\//

/** Other dependencies stay external, so that tests and installations run the same packages. */
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
  external: (id) => !isOurs(id) && !BUNDLED.test(id),
  output: {
    dir: 'dist',
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    // With `node --enable-source-maps`, a stack trace shows lines of the sources, which are not part of the package.
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: {
      // Each chunk slows the start a little, so shared modules that load no packages form one chunk.
      groups: [
        { name: (id, context) => (isLight(id, context) ? 'light' : null), debugName: 'light', minShareCount: 2 },
      ],
    },
  },
} satisfies BuildOptions

/** The page is one script for the browser, with all that it needs. */
export const PAGE = {
  input: { page: 'src/page/main.tsx' },
  platform: 'browser',
  output: { dir: 'dist/page', format: 'esm', minify: true },
} satisfies BuildOptions

const known = new Map<string, boolean>()

function isLight(id: string, context: ChunkingContext): boolean {
  const cached = known.get(id)
  if (cached !== undefined) return cached
  const result = isOurs(id) && !!context.getModuleInfo(id)?.importedIds.every((each) => isLight(each, context))
  known.set(id, result)
  return result
}
