// A new world gets its people and bots; what the flags say holds for an old one too.

import { sanitize } from '../../describe/text.ts'
import type { Emulator } from '../../emulator.ts'
import { Problem } from '../../lib/problem.ts'
import { createWorld } from '../../scenario/create-world.ts'
import type { WorldFile } from '../../scenario/world-file.ts'
import { DEFAULT_WORLD } from '../../scenario/world-file.ts'
import type { ServiceFlags } from './service-options.ts'

export interface FirstWorld extends ServiceFlags {
  world?: string
  token?: string
}

/** The answer is what a new world was filled with. */
export async function fillNewWorld({ world, perform }: Emulator, options: FirstWorld): Promise<WorldFile | undefined> {
  const isNew = world.store.bots.all().length === 0 && world.store.users.people().length === 0
  const first = isNew ? await worldOf(options) : undefined
  if (first) await laidOut(perform, first, options)
  else if (options.world !== undefined) {
    process.stderr.write(`The database has a world already; ${sanitize(options.world)} was not read.\n`)
  }
  const [bot] = world.store.bots.all()
  if (options.token !== undefined && !bot) {
    throw new Problem(
      'bad-option',
      'Nobody has the token: the world has no bot.',
      'Write a bot into it, or leave out --token.',
    )
  }
  if (options.token !== undefined && bot && bot.token !== options.token) {
    perform('updateBot', { bot: bot.id, token: options.token })
  }
  return first
}

/** What nobody could see in the file, such as a name that is reserved, is a mistake of the file as well. */
async function laidOut(perform: Emulator['perform'], first: WorldFile, { world }: FirstWorld) {
  try {
    await createWorld(perform, first)
  } catch (error) {
    // A world that is there in part would count as one from then on.
    perform('reset', {})
    if (world === undefined || !(error instanceof Problem)) throw error
    throw new Problem('bad-world', `${world}: ${error.message}`, error.hint, error.details)
  }
}

async function worldOf({ world }: FirstWorld) {
  if (world === undefined) return DEFAULT_WORLD
  const { worldFrom } = await import('./world-from.ts')
  return worldFrom(world)
}
