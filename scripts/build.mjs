// Bundles our own sources into dist/, in chunks that load when they are needed, and puts beside them the declarations
// that can be reached from those of the library.
// Packages stay packages: what the tests import is what an installation runs.

import { execFile } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

rmSync('dist', { recursive: true, force: true })

const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))
const declarations = promisify(execFile)(process.execPath, [compiler, '-p', 'scripts/declarations.json'])

await build({
  entryPoints: {
    cli: 'src/cli/run.ts',
    index: 'src/index.ts',
    testing: 'src/library/runners/testing.ts',
    matchers: 'src/library/runners/matchers.ts',
    vitest: 'src/library/runners/vitest.ts',
    'archive-worker': 'src/store/archives/archive-worker.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // With `node --enable-source-maps` a stack names the places in the sources; these themselves stay in the repository.
  sourcemap: true,
  sourcesContent: false,
})

cpSync('src/store/schema', 'dist/schema', { recursive: true })
cpSync('src/media/heic-worker.js', 'dist/heic-worker.js')
for (const file of globSync('src/library/cjs/*.cjs')) cpSync(file, join('dist', basename(file)))
for (const file of globSync('src/library/cjs/*.d.cts')) cpSync(file, file.replace('src', 'dist/types'))

await declarations.catch(({ stdout }) => {
  process.stderr.write(stdout)
  process.exitCode = 1
})

const reached = new Set([
  'dist/types/index.d.ts',
  ...['matchers', 'vitest'].map((name) => `dist/types/library/runners/${name}.d.ts`),
  ...globSync('dist/types/library/cjs/*.d.cts'),
])
for (const file of reached) {
  const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g)
  for (const [, path] of imports) reached.add(join(dirname(file), `${path}.d.ts`))
}
for (const file of globSync('dist/types/**/*.d.ts')) if (!reached.has(file)) rmSync(file)
