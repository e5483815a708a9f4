// Replaces the world with an exported one.

import { Problem } from '../../lib/problem.ts'
import { prepareReplacement, replaceWorld } from '../../service/messenger/whole-world/archive.ts'
import type { World } from '../../service/messenger/world.ts'
import type { ServiceChanges } from '../../service/rules/settings.ts'
import { damagedArchive } from '../../service/store/archives/archive.ts'
import { viewBot } from '../present/chats.ts'
import { requireAction } from './catalogue.ts'
import { parseParams } from './perform.ts'

export async function importWorld(world: World, writeArchive: (path: string) => Promise<void>) {
  const replacement = await prepareReplacement(world, writeArchive)
  try {
    requireValidSettings(replacement.service)
    world.transact((tx) => replaceWorld(tx, replacement, 'imported'))
  } finally {
    await replacement.dispose()
  }
  return { bots: world.store.bots.all().map((bot) => viewBot(world, bot)) }
}

function requireValidSettings(service: unknown) {
  try {
    parseStoredService(service)
  } catch (error) {
    throw error instanceof Problem ? damagedArchive(error.message) : error
  }
}

/** Validates stored service settings like new ones. For example, webhook routes must lead to this machine. */
export function parseStoredService(service: unknown): ServiceChanges {
  try {
    return parseParams(requireAction('updateService'), service) as ServiceChanges
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const message = `The stored settings of the service are wrong: ${error.message.replace('updateService: ', '')}.`
    const hint = 'Choose another file with --db.'
    throw new Problem('damaged-database', message, hint)
  }
}
