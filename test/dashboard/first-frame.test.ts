// What `start` loads before its first frame: only what draws it.

import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** One after another, each loaded by the one before it. */
const BEFORE_THE_FRAME = [
  'src/cli/run.ts',
  'src/cli/commands/start.ts',
  'src/cli/start/show-and-serve.ts',
  'src/dashboard/run.tsx',
]
const DRAWING = [
  '@alcalzone/ansi-tokenize',
  'chalk',
  'cli-truncate',
  'commander',
  'fuzzysort',
  'ink',
  'react',
  'string-width',
  'wrap-ansi',
]

it('loads the packages that draw, and no other', async () => {
  const { metafile } = await build({
    entryPoints: ['src/cli/run.ts'],
    outdir: 'dist',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  })
  const parts = Object.entries(metafile.outputs)
  const loaded = new Set<string>()
  const packages = new Set<string>()
  const load = (path: string) => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const one of metafile.outputs[path]?.imports ?? []) {
      if (one.kind !== 'import-statement') continue
      if (one.external) packages.add(one.path)
      else load(one.path)
    }
  }
  for (const file of BEFORE_THE_FRAME) {
    const part = parts.find(([, { entryPoint }]) => entryPoint === file)
    expect([file, part !== undefined]).toEqual([file, true])
    if (part) load(part[0])
  }
  const others = [...packages].filter((name) => !name.startsWith('node:') && !name.startsWith('react/'))
  expect(others.sort()).toEqual(DRAWING)
})
