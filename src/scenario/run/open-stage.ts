// Sets a stage for each scenario: a fresh world around a bot that goes on running, or a bot started anew.

import { stopwatch } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import { probeWebhook } from '../advice/probe-webhook.ts'
import { DEFAULT_WORLD } from '../default-world.ts'
import type { Scenario } from '../scenario.ts'
import { type LaidOut, layOut, type WorldFile } from '../world-file.ts'
import { type BotProcess, startBot } from './bot-process.ts'
import { type Followed, follow } from './follow.ts'
import { sleep } from './steps/pause.ts'
import type { Venue } from './venue.ts'

export interface BotSettings {
  /** None where the bot runs already. */
  command?: string
  tokenName: string
  urlName: string
  restartEach: boolean
  /** How long it may take until it listens, in seconds. */
  startup: number
}

export interface StageSetting {
  bot: string
  process?: BotProcess
  created: LaidOut
}

export type OpenStage = Awaited<ReturnType<typeof openStage>>

const LOOK_AGAIN_MS = 2
const REST_MS = 2000

export async function openStage(venue: Venue, settings: BotSettings) {
  const { client } = venue
  const followed: Followed = await follow(client)
  let process: BotProcess | undefined
  let playing: string | undefined
  let token: string | undefined
  let current: string | undefined
  let restless = false

  const delivery = (bot: string) => client.view('/bots/:bot/delivery', { bot })

  async function freshWorld(world: WorldFile, file: string): Promise<LaidOut> {
    const present = await client.view('/bots')
    const kept = present.map(({ handle }) => handle).filter((handle) => handle in (world.bots ?? {}))
    await client.perform('clearWorld', { keep: kept })
    try {
      return await layOut(client.perform, world, new Set(kept))
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'unreachable') throw error
      throw new Problem('bad-scenario', `${file}: ${error.message}`, error.hint)
    }
  }

  async function startedBot(bot: string) {
    if (settings.command === undefined) return
    const { tokenName, urlName, command } = settings
    process = startBot({
      command,
      env: { [tokenName]: token!, [urlName]: venue.url, BOT_EMULATOR_URL: venue.url },
      secret: token!,
    })
    try {
      await listening(bot)
    } catch (error) {
      await stopBot()
      throw error
    }
  }

  async function listening(bot: string) {
    const elapsed = stopwatch()
    while (!(await listens(bot))) {
      const how = process?.ending()
      if (how) throw notStarted(`The bot ended ${endingText(how)} before it asked for updates.`)
      if (elapsed() > settings.startup * 1000) {
        throw notStarted(`The bot neither polled nor set a webhook within ${settings.startup} s.`)
      }
      await sleep(LOOK_AGAIN_MS)
    }
  }

  async function listens(bot: string): Promise<boolean> {
    const { polling, webhook } = await delivery(bot)
    if (polling || webhook !== null) return true
    const polls = await client.view('/calls', { bot, method: 'getUpdates', after: startedAt })
    return polls.some(({ ok }) => ok)
  }
  let startedAt = 0

  function notStarted(message: string): Problem {
    const { tokenName, urlName, command } = settings
    const output = process?.output().slice(-20) ?? []
    const lastLines = output.length ? ` Its last lines:\n${output.map((line) => `  ${line}`).join('\n')}` : ''
    const hint = command
      ? `It gets its token in ${tokenName} and the root of the API in ${urlName}; the command was: ${command}`
      : 'Start the bot, or give its command with --bot.'
    return new Problem('bot-not-started', `${message}${lastLines}`, hint)
  }

  async function stopBot() {
    await process?.stop()
    process = undefined
  }

  /** The last call of a bot that was stopped is over, and is not taken for one of the next. */
  async function quiet(bot: string) {
    const elapsed = stopwatch()
    while ((await delivery(bot)).polling && elapsed() < REST_MS) await sleep(LOOK_AGAIN_MS)
  }

  /** All that was handed out is dealt with, and the bot listens again. */
  async function rest(bot: string): Promise<boolean> {
    const elapsed = stopwatch()
    while (elapsed() < REST_MS) {
      const { polling, webhook, waiting } = await delivery(bot)
      if (waiting === 0 && (polling || webhook !== null || pollsBriefly)) return true
      if (process?.ending()) return false
      await sleep(LOOK_AGAIN_MS)
    }
    return false
  }
  let pollsBriefly = false

  return {
    client,
    url: venue.url,
    followed,
    async set({ world: given, at }: Scenario): Promise<StageSetting> {
      const world = Object.keys(given.bots ?? {}).length ? given : withoutBots(given) ? DEFAULT_WORLD : given
      const [bot] = Object.keys(world.bots ?? {})
      if (bot === undefined) {
        throw new Problem('bad-scenario', `${at.file}: the world has no bot.`, 'Name one under world: bots:')
      }
      const identity = JSON.stringify([bot, world.bots![bot]])
      const starts = settings.command !== undefined
      const again = settings.restartEach || restless || playing !== identity || process?.ending() !== undefined
      if (starts && again && process) {
        await stopBot()
        if (current !== undefined) await quiet(current)
      }
      const created = await freshWorld(world, at.file)
      token = (created[bot] as { token: string }).token
      if (starts ? !process : playing === undefined) {
        startedAt = (await client.view('/cursor')).call
        if (starts) await startedBot(bot)
        else await listening(bot)
        pollsBriefly = !(await delivery(bot)).polling && (await delivery(bot)).webhook === null
      }
      playing = identity
      current = bot
      restless = false
      return { bot, created, ...(process && { process }) }
    },
    probe: () => (current === undefined ? Promise.resolve(undefined) : probeWebhook(client, current)),
    /** Waits until the bot is at rest, or tells why it is not. */
    async settle(bot: string): Promise<string | undefined> {
      restless = !(await rest(bot))
      const how = process?.ending()
      if (how) return `The bot has ended ${endingText(how)}.`
      return restless ? 'The bot has not asked for updates since.' : undefined
    },
    async close() {
      followed.stop()
      await stopBot()
      await venue.close()
    },
  }
}

/** A file that says nothing of a world is played in the one of a first start. */
const withoutBots = (world: WorldFile) =>
  [world.users, world.bots, world.groups, world.channels].every((things) => Object.keys(things ?? {}).length === 0)

export const endingText = ({ code, signal }: { code: number | null; signal: string | null }) =>
  signal ? `by ${signal}` : `with code ${code}`
