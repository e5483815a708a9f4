// What `start` loads before its first frame: only what draws it.

import { build } from 'rolldown'
import { expect, it } from 'vitest'
import { BUNDLE } from '../../../scripts/bundle.ts'

/** One after another, each loaded by the one before it. */
const BEFORE_THE_FRAME = [
  'src/cli/main.ts',
  'src/cli/commands/start.ts',
  'src/cli/start/show-and-serve.ts',
  'src/screens/dashboard/run.tsx',
]
const DRAWING = ['chalk', 'cli-truncate', 'commander', 'fuzzysort', 'ink', 'react', 'string-width', 'wrap-ansi']

it('loads the packages that draw, and no other', async () => {
  const { output } = await build({ ...BUNDLE, write: false })
  const chunks = output.filter((each) => each.type === 'chunk')
  const packages = new Set<string>()
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (chunk) for (const each of chunk.imports) load(each)
    else packages.add(name)
  }
  for (const file of BEFORE_THE_FRAME) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file))
    expect([file, chunk !== undefined]).toEqual([file, true])
    if (chunk) load(chunk.fileName)
  }
  const others = [...packages].filter((name) => !name.startsWith('node:') && !name.startsWith('react/'))
  expect(others.sort()).toEqual(DRAWING)
})
