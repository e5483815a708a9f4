// An emulator in memory on a free port, for scenarios and wrapped commands.

import type { Venue } from '../scenario/run/venue.ts'

export async function openVenue(): Promise<Venue> {
  const { createEmulator, directClient, listen } = await import('./server.ts')
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
