// Serves an emulator in this process on a free port.

import { directClient } from '../../control/client/direct-client.ts'
import { createEmulator } from '../../emulator.ts'
import { listen } from '../../http/listen.ts'
import type { TargetEmulator } from '../scenarios/run/fixture.ts'

/** Serves a new emulator in memory by default. */
export async function openEmulator(emulator = createEmulator()): Promise<TargetEmulator> {
  const server = await listen(emulator)
  return {
    client: directClient(emulator, server.url),
    url: server.url,
    async close() {
      await server.close()
      await emulator.close()
    },
  }
}
