// The limit of the memory that V8 reserves for new objects.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const MODULE = fileURLToPath(new URL('../../src/lib/young-generation.ts', import.meta.url))

/** Keeps each object for a while, so that V8 sees a reason to reserve more. Prints the MiB that it has reserved. */
const BUSY = `
  const kept = []
  for (let turn = 0; turn < 500; turn++) {
    for (let n = 0; n < 20_000; n++) kept[(turn * 20_000 + n) % 200_000] = { turn, n, text: 'x' + n }
    await new Promise(setImmediate)
  }
  const spaces = (await import('node:v8')).getHeapSpaceStatistics()
  console.log(spaces.find(({ space_name }) => space_name === 'new_space').space_size / 1024 ** 2)`

const reservedAfter = (before: string) =>
  Number(execFileSync(process.execPath, ['--input-type=module', '-e', before + BUSY], { encoding: 'utf8' }))

it('a process that limits its young generation reserves at most 32 MiB for it', () => {
  expect(reservedAfter('')).toBeGreaterThan(32)
  const limited = `import { limitYoungGeneration } from ${JSON.stringify(MODULE)}\nlimitYoungGeneration()\n`
  expect(reservedAfter(limited)).toBe(32)
})
