// Starts or connects to an emulator for scenarios, and finds free ports.

import { createServer } from 'node:net'
import type { Values } from '../../control/client/client.ts'
import { httpClient } from '../../control/client/http-client.ts'
import { createEmulator } from '../../emulator.ts'
import { Problem } from '../../lib/problem.ts'
import { openEmulator } from '../../testing/recorder/open-emulator.ts'
import type { TargetEmulator } from '../../testing/scenarios/run/fixture.ts'
import type { WorldFile } from '../../testing/worlds/world-file.ts'
import { nameFlagOnRefusal } from '../settings/service-options.ts'

/** The caller creates `firstWorld`; a later reset does so again. `service` overrides settings in scenarios. */
export async function startTargetEmulator(service: Values = {}, firstWorld: WorldFile = {}): Promise<TargetEmulator> {
  const emulator = nameFlagOnRefusal(() => createEmulator({ service }))
  emulator.keepFirstWorld(firstWorld)
  return openEmulator(emulator)
}

/** `resetWorld` allows scenarios to replace a world that the emulator keeps in a file. */
export async function connectTargetEmulator(
  url: string,
  { controlToken, resetWorld = false }: { controlToken?: string | undefined; resetWorld?: boolean | undefined },
): Promise<TargetEmulator> {
  const client = httpClient(url, { token: controlToken })
  const { base_url, in_memory } = await client.health()
  if (!in_memory && !resetWorld) {
    const message = `The emulator at ${url} keeps its world in a file, and every scenario would replace it.`
    const hint = 'Use an emulator that was started with --memory, or pass --reset-world to lose this world.'
    throw new Problem('bad-option', message, hint)
  }
  return { client, url: base_url, close: async () => {} }
}

/** For the bot: PORT in the environment if only one bot runs, otherwise a free port. */
export const choosePort = async (bots = 1): Promise<string> =>
  (bots === 1 && process.env.PORT) || String(await findFreePort())

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
