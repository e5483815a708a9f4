// A new world gets its people and bots; what the flags say holds for an old one too.

import type { Emulator } from '../../emulator.ts'
import { DEFAULT_WORLD } from '../../scenario/default-world.ts'
import { layOut, type WorldFile } from '../../scenario/world-file.ts'
import type { Routes } from './read-routes.ts'

export interface FirstWorld {
  world?: string
  token?: string
  serviceName?: string
  webhookRoute?: Routes
  allowLocalWebhooks?: boolean
  lenient?: string[]
}

/** What holds for whatever world is put in place. */
export const serviceIn = ({ serviceName, webhookRoute, allowLocalWebhooks = false, lenient }: FirstWorld) => ({
  name: serviceName,
  webhook_routes: webhookRoute,
  allow_local_webhooks: allowLocalWebhooks,
  lenient,
})

/** The answer is what a new world was filled with. */
export async function fillNewWorld({ world, perform }: Emulator, options: FirstWorld): Promise<WorldFile | undefined> {
  const isNew = world.store.bots.all().length === 0 && world.store.users.people().length === 0
  const first = isNew ? await worldOf(options) : undefined
  if (first) await layOut(perform, first)
  else if (options.world !== undefined) {
    process.stderr.write(`The database has a world already; ${options.world} was not read.\n`)
  }
  const [bot] = world.store.bots.all()
  if (options.token !== undefined && bot && bot.token !== options.token) {
    perform('updateBot', { bot: bot.id, token: options.token })
  }
  return first
}

async function worldOf({ world }: FirstWorld) {
  if (world === undefined) return DEFAULT_WORLD
  const { worldFrom } = await import('./world-from.ts')
  return worldFrom(world)
}
