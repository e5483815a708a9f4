// Prepares each scenario: a new world, and a running or restarted bot.

import type { Client } from '../../../control/client/client.ts'
import { followEvents } from '../../../control/client/follow.ts'
import { Problem } from '../../../lib/problem.ts'
import { type BotSettings, createBotUnderTest } from '../../programs/bot-under-test.ts'
import type { Ending } from '../../programs/program.ts'
import { type CreatedEntries, fillWorld, type Ids } from '../../worlds/create-world.ts'
import { playedWorld, type WorldFile } from '../../worlds/world-file.ts'
import { probeWebhook } from '../advice.ts'
import type { Scenario } from '../scenario.ts'

/** An emulator on which scenarios are played. It runs in this process or in another. */
export interface TargetEmulator {
  client: Client
  url: string
  close(): Promise<void>
}

/** How the bot's process exited, and what it wrote since the previous scenario began. */
export interface BotEnd {
  ending: Ending
  output: string[]
}

export interface PrepareOptions {
  restart: boolean
  /**
   * Selects the ids of people and chats: 0 for the same ids as in every run, any other number for ids that are new to
   * the bot.
   */
  idSet: number
  /** True if update ids go on also when the bot is restarted, so that it takes no update for one of an earlier play. */
  keepsBots?: boolean
  signal?: AbortSignal | undefined
}

export type OpenFixture = Awaited<ReturnType<typeof openFixture>>

/** The time to wait after the last scenario: the bot may crash after its last answer, which takes long on a busy machine. */
const LATE_END_MS = 500

/** Connects to an emulator. The bot starts later, with the first scenario. */
export async function openFixture(emulator: TargetEmulator, settings: BotSettings) {
  const { client, url } = emulator
  const eventStream = await followEvents(client)
  const botUnderTest = createBotUnderTest(client, url, settings)
  const startsBot = settings.command !== undefined
  let current: { bot: string; identity: string } | undefined
  let playedScenarios = 0

  /** Returns false if the steps of a scenario have deleted the bot. */
  const hasBot = async (bot: string) => (await client.view('/bots')).some(({ handle }) => handle === bot)

  return {
    client,
    url,
    eventStream,
    botUnderTest,
    async prepare(scenario: Scenario, { restart, idSet, keepsBots = false, signal }: PrepareOptions) {
      const { world, bot } = worldFor(scenario)
      const identity = JSON.stringify([bot, world.bots?.[bot], scenario.clock])
      const ending = startsBot ? botUnderTest.ending() : undefined
      const endedBefore: BotEnd | undefined = ending && { ending, output: botUnderTest.output() }
      if (startsBot && (restart || ending || current?.identity !== identity)) await botUnderTest.stop()
      const isRunning = startsBot ? botUnderTest.process() !== undefined : current !== undefined
      const isReplaced = startsBot && !isRunning && !keepsBots
      const keptHandles = (await client.view('/bots'))
        .map(({ handle }) => handle)
        .filter((handle) => Object.hasOwn(world.bots ?? {}, handle) && !(isReplaced && handle === bot))
      const created = await startNewWorld(client, world, scenario.at.file, { keptHandles, idSet })
      /** The last event before the bot's start. Undefined if it is already running. */
      const startedAfter = isRunning ? undefined : (await client.view('/cursor')).event
      if (isRunning) botUnderTest.continueRunning()
      else {
        const { token } = created[bot] as { token: string }
        playedScenarios = 0
        await botUnderTest.begin({ bot, token, clock: scenario.clock }, signal)
      }
      current = { bot, identity }
      // `playedBefore` is the number of scenarios that the bot's current process has played before this scenario.
      return { bot, created, playedBefore: playedScenarios++, startedAfter, endedBefore }
    },
    hasBot,
    probe: async () => (current && (await hasBot(current.bot)) ? probeWebhook(client, current.bot) : undefined),
    /** Returns how the bot exited, if it exits within `LATE_END_MS` after the last scenario. */
    async endingAfterLast(): Promise<Ending | undefined> {
      const process = botUnderTest.process()
      return process && eventStream.until(process.ending, { withinMs: LATE_END_MS })
    },
    async close() {
      eventStream.stop()
      await botUnderTest.stop()
      await emulator.close()
    },
  }
}

/** Replaces the world, but keeps some bots. The ids depend only on `idSet`, so they are the same in each run. */
export async function startNewWorld(
  client: Client,
  world: WorldFile,
  file: string,
  { keptHandles = [], idSet = 0 }: { keptHandles?: readonly string[]; idSet?: number } = {},
): Promise<CreatedEntries> {
  await client.perform('clearWorld', { keep: [...keptHandles] })
  try {
    return await fillWorld(client.perform, world, { existingBots: new Set(keptHandles), ids: idsIn(idSet) })
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'unreachable') throw error
    throw new Problem('bad-scenario', `${file}: ${error.message}`, error.hint)
  }
}

const FIRST_IDS = { users: 100_001, bots: 7_000_001, owners: 7_500_001, groups: -400_001, wide: -1_001_000_000_001 }
/** The number of ids per kind (such as users) in an id set. A channel uses two: one for its comments chat. */
const IDS_PER_SET = 1000
const ID_SETS = 6000

function idsIn(idSet: number): Ids {
  const from = (idSet % ID_SETS) * IDS_PER_SET
  return {
    users: (n) => FIRST_IDS.users + from + n,
    bots: (n) => FIRST_IDS.bots + n,
    owners: (n) => FIRST_IDS.owners + n,
    groups: (n) => FIRST_IDS.groups - from - n,
    wide: (n) => FIRST_IDS.wide - 2 * (from + n),
  }
}

/** Returns the world of a scenario and its bot under test, which is the first bot of the world. */
export function worldFor({ world, at }: Pick<Scenario, 'world' | 'at'>): { world: WorldFile; bot: string } {
  const all = playedWorld(world)
  const [bot] = Object.keys(all.bots ?? {})
  if (bot !== undefined) return { world: all, bot }
  throw new Problem('bad-scenario', `${at.file}: the world has no bot.`, 'Add a bot under `world: bots:`.')
}
