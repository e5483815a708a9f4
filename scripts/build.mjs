// Bundles the sources into dist/: one file to start with, the rest in chunks that load when they are needed.

import { cpSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

rmSync('dist', { recursive: true, force: true })

await build({
  entryPoints: { cli: 'src/cli/run.ts', index: 'src/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  minify: true,
  keepNames: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: process.argv.includes('--sourcemap'),
  // Native or large: these stay packages of their own.
  external: ['better-sqlite3', 'sharp', 'libheif-js', 'heic-decode', 'ink', 'react', 'yaml'],
  // Bundled CommonJS asks for Node's own modules by require.
  banner: { js: "import{createRequire as __r}from'node:module';const require=__r(import.meta.url);" },
})

cpSync('src/store/schema', 'dist/schema', { recursive: true })
