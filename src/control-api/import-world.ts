// Puts an exported world in place of this one.

import { Problem } from '../lib/problem.ts'
import { requireFastPatterns } from '../messenger/service/patterns.ts'
import type { ServiceChanges } from '../messenger/service/settings.ts'
import { openReplacement, replaceWorld } from '../messenger/whole-world/archive.ts'
import type { World } from '../messenger/world.ts'
import { damaged } from '../store/archives/pack-archive.ts'
import { viewBot } from './build-views/people.ts'
import { actionNamed, parseParams } from './perform.ts'

/** The file is brought to the path that `bring` is given. */
export async function importWorld(world: World, bring: (path: string) => Promise<void>) {
  const replacement = await openReplacement(world, bring)
  try {
    await requireSettings(replacement.service)
    world.transact((tx) => replaceWorld(tx, replacement, 'imported'))
  } finally {
    await replacement.done()
  }
  return { bots: world.store.bots.all().map((bot) => viewBot(world, bot)) }
}

/** A file from elsewhere may not say what nobody here could: a route leads to this machine alone. */
async function requireSettings(service: unknown) {
  try {
    await requireFastPatterns(parseParams(actionNamed('updateService'), service) as ServiceChanges)
  } catch (error) {
    throw error instanceof Problem ? damaged(error.message) : error
  }
}
