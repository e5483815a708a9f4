// A new world gets its people and bots; what the flags say holds for an old one too.

import type { Emulator } from '../../emulator.ts'
import { DEFAULT_WORLD } from '../../scenario/default-world.ts'
import { layOut } from '../../scenario/world-file.ts'
import type { Routes } from './read-routes.ts'

export interface Furniture {
  world?: string
  token?: string
  serviceName?: string
  webhookRoute?: Routes
  allowLocalWebhooks?: boolean
}

/** What holds for whatever world is put in place. */
export const serviceIn = ({ serviceName, webhookRoute, allowLocalWebhooks = false }: Furniture) => ({
  name: serviceName,
  webhook_routes: webhookRoute,
  allow_local_webhooks: allowLocalWebhooks,
})

export async function furnish({ world, perform }: Emulator, given: Furniture) {
  const isNew = world.store.bots.all().length === 0 && world.store.users.people().length === 0
  if (isNew) await layOut(perform, await worldOf(given))
  else if (given.world !== undefined) {
    process.stderr.write(`The database has a world already; ${given.world} was not read.\n`)
  }
  const [bot] = world.store.bots.all()
  if (given.token !== undefined && bot && bot.token !== given.token) {
    perform('updateBot', { bot: bot.id, token: given.token })
  }
}

async function worldOf({ world }: Furniture) {
  if (world === undefined) return DEFAULT_WORLD
  const { worldFrom } = await import('./world-from.ts')
  return worldFrom(world)
}
