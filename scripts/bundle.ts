// The configuration of the bundler: entry points, and chunks that load on demand.

import { isAbsolute } from 'node:path'
import type { BuildOptions, ChunkingContext } from 'rolldown'

const isOurs = (id: string) => id.startsWith('.') || isAbsolute(id)

/** The bundle of the clock, which a bot's process loads before the bot. One file loads faster than several. */
export const BOT_CLOCK_BUNDLE = {
  input: 'src/bot-clock/node/preload.ts',
  platform: 'node',
  output: { file: 'dist/bot-clock.js', format: 'esm' },
} satisfies BuildOptions

/** The same for worker threads, loaded with `--require`. */
export const THREAD_CLOCK_BUNDLE = {
  input: 'src/bot-clock/node/thread.ts',
  platform: 'node',
  output: { file: 'dist/bot-clock-thread.cjs', format: 'cjs' },
} satisfies BuildOptions

/** Matches packages that are bundled, because one command runs only a small part of them. */
const BUNDLED = /@modelcontextprotocol\//

/** The bundle of the package. Most dependencies stay external, so that tests and users run the same packages. */
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
    comments: { legal: true, annotation: true, jsdoc: false },
    chunkFileNames: '[name]-[hash].js',
    // With `node --enable-source-maps`, a stack trace names lines of src, although the package does not include src.
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: {
      // Each chunk slows the start a little, so all shared modules that do not import packages form one chunk.
      groups: [
        { name: (id, context) => (isLight(id, context) ? 'light' : null), debugName: 'light', minShareCount: 2 },
      ],
    },
  },
} satisfies BuildOptions

/** The bundle of the page in src/page: one script, which is also inlined into pages that are one file. */
export const PAGE = {
  input: { page: 'src/page/main.tsx' },
  platform: 'browser',
  output: { dir: 'dist/page', format: 'iife', minify: true },
} satisfies BuildOptions

const known = new Map<string, boolean>()

function isLight(id: string, context: ChunkingContext): boolean {
  const cached = known.get(id)
  if (cached !== undefined) return cached
  const result = isOurs(id) && !!context.getModuleInfo(id)?.importedIds.every((each) => isLight(each, context))
  known.set(id, result)
  return result
}
