// Starts an emulator that is stopped at the end of the test.

import { connectEmulator, type RunningEmulator, type Stage, type StartOptions, startEmulator } from '../../src/index.ts'
import { onTestFinished } from './finished.ts'

export async function started(options?: StartOptions): Promise<RunningEmulator> {
  const emulator = await startEmulator(options)
  onTestFinished(() => emulator.stop())
  return emulator
}

/** The library's two ways to use an emulator: in this process, and over HTTP. */
export const WAYS: [string, (options?: StartOptions) => Promise<Stage>][] = [
  ['in process', started],
  ['over HTTP', async (options) => connectEmulator((await started(options)).url)],
]
