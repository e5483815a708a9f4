// Emulators to play on: in memory on a free port, or one that runs already; and a free port for a bot.

import { createServer } from 'node:net'
import type { Values } from '../../client/client.ts'
import { directClient } from '../../client/direct-client.ts'
import { httpClient } from '../../client/http-client.ts'
import { createEmulator } from '../../emulator.ts'
import { listen } from '../../http/listen.ts'
import { Problem } from '../../lib/problem.ts'
import type { Venue } from '../../scenario/run/stage.ts'
import { inWordsOfFlags } from '../settings/service-options.ts'

/** The settings hold whatever world is put in place. */
export async function openVenue(service: Values = {}): Promise<Venue> {
  const emulator = inWordsOfFlags(() => createEmulator({ service }))
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

interface Elsewhere {
  controlToken: string | undefined
  /** Its world may go, even if it is kept in a file. */
  resetWorld: boolean
}

export async function venueAt(url: string, { controlToken, resetWorld }: Elsewhere): Promise<Venue> {
  const client = httpClient(url, { token: controlToken })
  const { base_url, in_memory } = await client.health()
  if (!in_memory && !resetWorld) {
    throw new Problem(
      'bad-option',
      `The emulator at ${url} keeps its world in a file, and every scenario would empty it.`,
      'Play on one that was started with --memory, or give --reset-world if this world may go.',
    )
  }
  return { client, url: base_url, close: async () => {} }
}

/** A port on which nothing listens just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
