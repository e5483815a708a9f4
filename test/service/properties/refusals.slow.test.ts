// A call or action that is refused leaves the database as it is, to the byte.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { setStage, someSteps, take } from './stage.ts'

it('ENV-12 a refused call or action writes nothing', { timeout: 120_000 }, async () => {
  let [refused, granted] = [0, 0]
  const property = fc.asyncProperty(await someSteps(), async (steps) => {
    const folder = mkdtempSync(join(tmpdir(), 'bot-emulator-'))
    const file = join(folder, 'world.db')
    const stage = await setStage(file)
    // What is committed is appended to the log beside the database, and nothing else is.
    const bytes = () => Buffer.concat([readFileSync(file), readFileSync(`${file}-wal`)])
    try {
      let before = bytes()
      for (const step of steps) {
        const { ok } = await take(stage, step)
        const after = bytes()
        if (ok) granted++
        else {
          refused++
          expect({ step, writes: !after.equals(before) }).toEqual({ step, writes: false })
        }
        before = after
      }
    } finally {
      stage.emulator.close()
      rmSync(folder, { recursive: true })
    }
  })
  await fc.assert(property, { seed: 20_260_102, numRuns: 100 })
  // Were nearly all steps of one kind, the property would show little.
  expect(Math.min(refused, granted)).toBeGreaterThan(500)
})
