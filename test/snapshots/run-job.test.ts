// The deadline for reading an archive in a worker.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createEmulator } from '../../src/emulator.ts'
import { runJob, runTask } from '../../src/store/archives/run-job.ts'

it('an archive that takes too long to read is refused, and the next one is read', async () => {
  const emulator = createEmulator()
  const { file, dispose } = await emulator.exportWorld()
  const folder = mkdtempSync(join(tmpdir(), 'run-job-'))
  onTestFinished(async () => {
    await dispose()
    await emulator.close()
    rmSync(folder, { recursive: true })
  })
  const folders = { folder, contents: folder }
  // Timers fire before messages of workers arrive, if both are due after this turn. The deadline is over by then.
  await new Promise(setImmediate)
  const reading = runTask({ name: 'open', args: [file, folders] }, 0)
  for (let turn = 0; turn < 10; turn++) await undefined
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  await expect(reading).rejects.toMatchObject({
    code: 'damaged-archive',
    message: 'The export is damaged: reading it takes too long.',
    hint: 'Nothing was changed. Import another copy of the file.',
  })
  expect(await runJob('open', file, folders)).toMatchObject({ tokens: false, hasUnpacked: false })
})
