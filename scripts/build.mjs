// Bundles the sources into dist/: one file to start with, the rest in chunks that load when they are needed; and beside
// them, in dist/types, the declarations.

import { execFile } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

/** Koa brings two tables of 2 000 media types, which cost a tenth of the start; it answers with these four. */
const FEW_MEDIA_TYPES = {
  'application/json': { charset: 'UTF-8', extensions: ['json'] },
  'application/octet-stream': { extensions: ['bin'] },
  'text/html': { charset: 'UTF-8', extensions: ['html'] },
  'text/plain': { charset: 'UTF-8', extensions: ['txt'] },
}

/** What is in the bundle in place of a package that is loaded at the start and does nothing for us. */
const REPLACED = {
  'mime-db': `module.exports = ${JSON.stringify(FEW_MEDIA_TYPES)}`,
  // `ctx.assert`, which is called nowhere, brings a deep comparison and Node's own assert.
  'http-assert': 'module.exports = undefined',
  // Koa asks when an answer is over. The package looks at its socket as well, for Nodes whose answers did not close.
  'on-finished': 'module.exports = (answer, told) => answer.once("close", () => told(answer.errored, answer))',
  // The router's own tracing.
  debug: 'module.exports = () => () => {}',
  // Warnings to whoever calls `http-errors` in a way of long ago.
  depd: 'module.exports = () => Object.assign(() => {}, { function: (f) => f, property: () => {} })',
}

const replaced = {
  name: 'replaced',
  setup(esbuild) {
    const filter = new RegExp(`^(${Object.keys(REPLACED).join('|')})$`)
    esbuild.onResolve({ filter }, ({ path }) => ({ path, namespace: 'replaced' }))
    esbuild.onLoad({ filter, namespace: 'replaced' }, ({ path }) => ({ contents: REPLACED[path] }))
  },
}

/** Ink asks for React's developer tools only where DEV is set. */
const noDevtools = {
  name: 'no-devtools',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'no-devtools' }))
    esbuild.onLoad({ filter: /.*/, namespace: 'no-devtools' }, () => ({ contents: 'export default {}' }))
  },
}

rmSync('dist', { recursive: true, force: true })

const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))
const declared = promisify(execFile)(process.execPath, [compiler, '-p', 'scripts/declarations.json'])

await build({
  entryPoints: { cli: 'src/cli/run.ts', index: 'src/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: process.argv.includes('--sourcemap'),
  plugins: [replaced, noDevtools],
  define: { 'process.env.NODE_ENV': '"production"' },
  // The door that leaves the texts of 60 other languages outside.
  alias: { zod: './node_modules/zod/v4/classic/external.js' },
  // Native or large: these stay packages of their own.
  external: ['better-sqlite3', 'undici', 'sharp', 'libheif-js', 'yaml'],
  // Bundled CommonJS asks for Node's own modules by require.
  banner: { js: "import{createRequire as __r}from'node:module';const require=__r(import.meta.url);" },
})

cpSync('src/store/schema', 'dist/schema', { recursive: true })
cpSync('src/media/heic-worker.js', 'dist/heic-worker.js')
cpSync('src/library/require.cjs', 'dist/require.cjs')
cpSync('src/library/require.d.cts', 'dist/types/library/require.d.cts')

await declared.catch(({ stdout }) => {
  process.stderr.write(stdout)
  process.exitCode = 1
})
