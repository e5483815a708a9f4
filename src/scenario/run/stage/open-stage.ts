// Sets a stage for each scenario: a fresh world around a bot that goes on running, or a bot started anew.

import { probeWebhook } from '../../advice/probe-webhook.ts'
import type { LaidOut } from '../../lay-out.ts'
import type { Scenario } from '../../scenario.ts'
import type { Ending } from '../bot/bot-process.ts'
import { type BotSettings, createBotUnderTest } from '../bot/bot-under-test.ts'
import { sleep } from '../sleep.ts'
import { follow } from './follow.ts'
import { freshWorld, worldFor } from './fresh-world.ts'
import type { Venue } from './venue.ts'

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

export async function openStage(venue: Venue, settings: BotSettings) {
  const { client, url } = venue
  const followed = await follow(client)
  const tested = createBotUnderTest(client, url, settings)
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
    if (starts ? tested.process() : current) return void tested.goOn()
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
    async farewell(): Promise<Ending | undefined> {
      const process = tested.process()
      if (process) await sleep(FAREWELL_MS, undefined, process.ended)
      return process?.ending()
    },
    async close() {
      followed.stop()
      await tested.stop()
      await venue.close()
    },
  }
}
