// Sets a stage for each scenario: a fresh world around a bot that goes on running, or a bot started anew.

import type { Client } from '../../client/client.ts'
import { followEvents } from '../../client/follow.ts'
import { Problem } from '../../lib/problem.ts'
import { probeWebhook } from '../advice.ts'
import { type Ids, type LaidOut, layOut } from '../lay-out.ts'
import type { Scenario } from '../scenario.ts'
import { DEFAULT_WORLD, handlesIn, type WorldFile } from '../world-file.ts'
import type { Ending } from './bot/bot-process.ts'
import { type BotSettings, createBotUnderTest } from './bot/bot-under-test.ts'

/** An emulator to play on, in this process or elsewhere. */
export interface Venue {
  client: Client
  url: string
  close(): Promise<void>
}

export interface StageSetting {
  bot: string
  created: LaidOut
  /** How many scenarios were played with this process before. */
  playedBefore: number
  /** The last event before the bot was started for this scenario, if it was. */
  startedAfter: number | undefined
}

/** How a scenario is to find the bot. */
export interface How {
  /** Starts it anew. */
  restart: boolean
  /** Ids that it has not met: 0 for those of a first world. */
  generation: number
  signal?: AbortSignal
}

export type OpenStage = Awaited<ReturnType<typeof openStage>>

/** A bot that ends a moment after it has answered. */
const FAREWELL_MS = 200

/** Opens a stage on an emulator; the bot starts with the first scenario. */
export async function openStage(venue: Venue, settings: BotSettings) {
  const { client, url } = venue
  const followed = await followEvents(client)
  const tested = createBotUnderTest(followed, url, settings)
  const starts = settings.command !== undefined
  let current: { bot: string; identity: string } | undefined
  let played = 0

  /** Ends the bot where it cannot or must not go on. */
  async function endBot(identity: string, restart: boolean) {
    if (!starts || !tested.process()) return
    if (!restart && current?.identity === identity && !tested.ending()) return
    await tested.stop()
    if (current && (await has(current.bot))) await tested.quiet(current.bot)
  }

  /** Steps may have taken it away. */
  const has = async (bot: string) => (await client.view('/bots')).some(({ handle }) => handle === bot)

  async function keptBots(bot: string, wanted: readonly string[]): Promise<string[]> {
    const present = (await client.view('/bots')).map(({ handle }) => handle).filter((handle) => wanted.includes(handle))
    return starts && !tested.process() ? present.filter((handle) => handle !== bot) : present
  }

  async function begin(bot: string, token: string, signal?: AbortSignal): Promise<number | undefined> {
    if (starts ? tested.process() : current) return void tested.continueRunning()
    const { event } = await client.view('/cursor')
    played = 0
    await tested.begin(bot, token, signal)
    return event
  }

  return {
    client,
    followed,
    tested,
    async set(scenario: Scenario, { restart, generation, signal }: How): Promise<StageSetting> {
      const { world, bot } = worldFor(scenario)
      const identity = JSON.stringify([bot, world.bots?.[bot]])
      await endBot(identity, restart)
      const kept = await keptBots(bot, Object.keys(world.bots ?? {}))
      const created = await freshWorld(client, world, scenario.at.file, { kept, generation })
      const { token } = created[bot] as { token: string }
      const startedAfter = await begin(bot, token, signal)
      current = { bot, identity }
      return { bot, created, playedBefore: played++, startedAfter }
    },
    has,
    probe: async () => (current && (await has(current.bot)) ? probeWebhook(client, current.bot) : undefined),
    /** How the bot ends in the moment after the last scenario, if it does. */
    async endingAfterLast(): Promise<Ending | undefined> {
      const process = tested.process()
      return process && followed.until(process.ending, { withinMs: FAREWELL_MS })
    },
    async close() {
      followed.stop()
      await tested.stop()
      await venue.close()
    },
  }
}

interface FreshWorld {
  /** Handles of bots that go on as they are. */
  kept: readonly string[]
  /** 0, or a number of its own for ids that no bot has met. */
  generation: number
}

/** Replaces the world by that of a scenario, in which everybody has the same ids whatever was played before. */
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
