// The configuration of the bundler: entry points, and chunks that load on demand.

import { globSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { BuildOptions, ChunkingContext, Plugin } from 'rolldown'
import { minify } from 'rolldown/utils'

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const isOurs = (id: string) => id.startsWith('.') || isAbsolute(id)

/** Packages that users install stay outside the bundle. What else the sources import becomes part of it. */
const INSTALLED = Object.keys({ ...dependencies, ...peerDependencies }).map((name) => new RegExp(`^${name}(/|$)`))

/** The bundle of the clock, which a bot's process loads before the bot. One file loads faster than several. */
export const BOT_CLOCK_BUNDLE = {
  input: 'src/testing/bot-clock/node/preload.ts',
  platform: 'node',
  output: { file: 'dist/bot-clock.js', format: 'esm' },
} satisfies BuildOptions

/** The same for worker threads, loaded with `--require`. */
export const THREAD_CLOCK_BUNDLE = {
  input: 'src/testing/bot-clock/node/thread.ts',
  platform: 'node',
  output: { file: 'dist/bot-clock-thread.cjs', format: 'cjs' },
} satisfies BuildOptions

const minifyPackages: Plugin = {
  name: 'minify-packages',
  async renderChunk(code, { fileName, moduleIds }) {
    if (!moduleIds.length || !moduleIds.every((id) => id.includes('node_modules'))) return null
    return {
      code: (await minify(fileName, code, { module: true, codegen: { legalComments: 'inline' } })).code,
      map: null,
    }
  },
}

/** Writes the licenses of the bundled packages into one file. */
const collectLicenses: Plugin = {
  name: 'collect-licenses',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
    const folders = new Set(modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []))
    const texts = [...folders].sort().map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const [file = ''] = globSync(join(folder, '{LICENSE,LICENCE,License,license}*'))
      return `${name} ${version}\n\n${readFileSync(file, 'utf8')}`
    })
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: texts.join('\n\n----\n\n') })
  },
}

/**
 * The bundle of the package. Most packages are installed beside it, so that tests and users run the same files. Bundled
 * are those of which little is used, and koa-body, which would install 80 packages, half of them types.
 */
export const BUNDLE = {
  input: {
    cli: 'src/cli/main.ts',
    index: 'src/index.ts',
    testing: 'src/testing/library/runners/testing.ts',
    matchers: 'src/testing/library/runners/matchers.ts',
    vitest: 'src/testing/library/runners/vitest.ts',
    'archive-worker': 'src/service/store/archives/archive-worker.ts',
  },
  platform: 'node',
  external: INSTALLED,
  plugins: [minifyPackages, collectLicenses],
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
        { name: 'zod', test: /node_modules\/zod\// },
        { name: 'mcp-packages', test: /node_modules\/@modelcontextprotocol\// },
        { name: 'body-parsers', test: /node_modules\/koa-body\// },
        { name: (id, context) => (isLight(id, context) ? 'light' : null), debugName: 'light', minShareCount: 2 },
      ],
    },
  },
} satisfies BuildOptions

/** The bundle of the page in src/screens/page: one script, which is also inlined into pages that are one file. */
export const PAGE = {
  input: { page: 'src/screens/page/main.tsx' },
  platform: 'browser',
  output: { dir: 'dist/page', format: 'iife', minify: true, comments: { annotation: false } },
} satisfies BuildOptions

const known = new Map<string, boolean>()

function isLight(id: string, context: ChunkingContext): boolean {
  const cached = known.get(id)
  if (cached !== undefined) return cached
  // Ends the recursion for modules that import each other, as those of zod do.
  known.set(id, false)
  const result = isOurs(id) && !!context.getModuleInfo(id)?.importedIds.every((each) => isLight(each, context))
  known.set(id, result)
  return result
}
