// The world of a scenario put in place of whatever was there: everybody has the same ids whatever was played before.

import type { Client } from '../../../client/client.ts'
import { Problem } from '../../../lib/problem.ts'
import { DEFAULT_WORLD } from '../../default-world.ts'
import { type Ids, type LaidOut, layOut } from '../../lay-out.ts'
import type { Scenario } from '../../scenario.ts'
import { handlesIn, type WorldFile } from '../../world-file.ts'

export interface FreshWorld {
  /** Handles of bots that go on as they are. */
  kept: readonly string[]
  /** 0, or a number of its own for ids that no bot has met. */
  generation: number
}

export async function freshWorld(
  client: Client,
  world: WorldFile,
  file: string,
  { kept, generation }: FreshWorld,
): Promise<LaidOut> {
  await client.perform('clearWorld', { keep: [...kept] })
  try {
    return await layOut(client.perform, world, { present: new Set(kept), ids: idsOf(generation) })
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'unreachable') throw error
    throw new Problem('bad-scenario', `${file}: ${error.message}`, error.hint)
  }
}

const FIRST = { users: 100_001, bots: 7_000_001, owners: 7_500_001, groups: -400_001, wide: -1_001_000_000_001 }
/** Most that one world has of a kind; the comments of a channel need an id of their own. */
const APART = 1000
const GENERATIONS = 6000

function idsOf(generation: number): Ids {
  const from = (generation % GENERATIONS) * APART
  return {
    users: (n) => FIRST.users + from + n,
    bots: (n) => FIRST.bots + n,
    owners: (n) => FIRST.owners + n,
    groups: (n) => FIRST.groups - from - n,
    wide: (n) => FIRST.wide - 2 * (from + n),
  }
}

/** A file that says nothing of a world is played in the one of a first start. */
export function worldFor({ world, at }: Pick<Scenario, 'world' | 'at'>): { world: WorldFile; bot: string } {
  const all = handlesIn(world).length ? world : DEFAULT_WORLD
  const [bot] = Object.keys(all.bots ?? {})
  if (bot !== undefined) return { world: all, bot }
  throw new Problem('bad-scenario', `${at.file}: the world has no bot.`, 'Name one under world: bots:')
}
