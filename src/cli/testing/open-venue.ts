// An emulator in memory on a free port, for scenarios and wrapped commands.

import { directClient } from '../../client/direct-client.ts'
import { createEmulator } from '../../emulator.ts'
import { listen } from '../../http/listen.ts'
import type { Venue } from '../../scenario/run/venue.ts'

export async function openVenue(): Promise<Venue> {
  const emulator = createEmulator()
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
