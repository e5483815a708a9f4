// The bot that is played with: started, waited for until it listens, and stopped.

import type { EventFollower } from '../../../client/follow.ts'
import { Problem } from '../../../lib/problem.ts'
import { FailedStep } from '../play.ts'
import { type BotProcess, type Ending, startBot } from './bot-process.ts'
import { botEnded } from './read-error.ts'

export interface BotSettings {
  /** None where the bot runs already. */
  command?: string
  tokenName: string
  urlName: string
  /** How long it may take until it listens, in seconds. */
  startup: number
  /** What else stands in its environment. */
  env?: Readonly<Record<string, string>>
}

const QUIET_MS = 2000
const LAST_LINES = 20

/** `followed` are the events of the emulator at `url`. */
export function createBotUnderTest(followed: EventFollower, url: string, settings: BotSettings) {
  const { client } = followed
  const { command, tokenName, urlName } = settings
  let process: BotProcess | undefined
  let identity: { bot: string; token: string } | undefined
  let onEnd: ((ending: Ending) => void) | undefined
  /** What those wrote that ran before it in this scenario. */
  let earlier: string[] = []
  /** How many lines it had written before this scenario. */
  let linesBefore = 0
  /** Where its first call stands in the journal. */
  let startedAt = 0
  let pollsBriefly = false

  const delivery = (bot: string) => client.view('/bots/:bot/delivery', { bot })

  /** Starts it, if that is for us to do, and waits until it listens. */
  async function begin(bot: string, token: string, signal?: AbortSignal) {
    startedAt = (await client.view('/cursor')).call
    identity = { bot, token }
    linesBefore = 0
    if (command !== undefined) {
      const started = startBot({ command, env: env(), secret: token })
      process = started
      void started.ended.then((ending) => {
        followed.wake()
        if (process === started) onEnd?.(ending)
      })
    }
    try {
      await listening(bot, signal)
    } catch (error) {
      await stop()
      throw error
    }
    const { polling, webhook } = await delivery(bot)
    pollsBriefly = !polling && webhook === null
  }

  async function listening(bot: string, signal?: AbortSignal) {
    const outcome = await followed.until(async () => ((await listens(bot)) ? 'listens' : process?.ending()), {
      withinMs: settings.startup * 1000,
      signal,
    })
    if (outcome === 'listens') return
    const message = outcome
      ? botEnded(outcome, output(), 'before it asked for updates')
      : `The bot neither polled nor set a webhook within ${settings.startup} s.`
    throw notStarted(message, await unauthorized())
  }

  async function listens(bot: string): Promise<boolean> {
    const { polling, webhook } = await delivery(bot)
    if (polling || webhook !== null) return true
    const polls = await client.view('/calls', { bot, method: 'getUpdates', after: startedAt })
    return polls.some(({ ok }) => ok)
  }

  /** A bot with another token than that of the world calls, and is not heard. */
  async function unauthorized(): Promise<string | undefined> {
    const calls = await client.view('/calls', { after: startedAt })
    const strange = calls.filter(({ bot, status }) => bot === null && status === 401)
    if (!strange.length) return undefined
    const times = strange.length === 1 ? 'its call was' : `its ${strange.length} calls were`
    return `The bot uses another token than the one in ${tokenName}: ${times} answered 401 Unauthorized.`
  }

  const env = () => ({
    ...settings.env,
    ...(identity && { [tokenName]: identity.token }),
    [urlName]: url,
    BOT_EMULATOR_URL: url,
  })

  /** What was written in this scenario. */
  const output = () => [...earlier, ...(process?.output(linesBefore) ?? [])]

  function forget() {
    earlier = []
    linesBefore = process?.lines() ?? 0
  }

  function notStarted(message: string, why?: string): Problem {
    const last = output().slice(-LAST_LINES)
    const lines = [
      why === undefined ? message : `${why} ${message}`,
      ...(last.length ? ['Its last lines:', ...last.map((line) => `  ${line}`)] : []),
    ]
    const hint = command
      ? `It gets its token in ${tokenName} and the root of the API in ${urlName}; the command was: ${command}`
      : 'Start the bot, or give its command with --bot.'
    return new Problem('bot-not-started', lines.join('\n'), hint)
  }

  async function stop() {
    const stopping = process
    process = undefined
    await stopping?.stop()
  }

  /** Waits until the last poll of a stopped bot is over, so that it is not taken for one of the next. */
  const quiet = (bot: string) =>
    followed.until(async () => !(await delivery(bot)).polling || undefined, { withinMs: QUIET_MS })

  async function isIdle(bot: string): Promise<boolean> {
    const { polling, webhook, waiting } = await delivery(bot)
    return waiting === 0 && (polling || webhook !== null || pollsBriefly)
  }

  return {
    process: () => process,
    ending: (): Ending | undefined => process?.ending(),
    output,
    env,
    /** Called when it ends, unless it was stopped. */
    onEnd(listener: typeof onEnd) {
      onEnd = listener
    },
    async begin(bot: string, token: string, signal?: AbortSignal) {
      forget()
      await begin(bot, token, signal)
    },
    /** It goes on as it is, into another scenario. */
    continueRunning: forget,
    async restart(signal?: AbortSignal) {
      if (command === undefined)
        throw new FailedStep('The bot was not started by this run, and is not for it to restart.')
      if (!identity) return
      const { bot, token } = identity
      earlier = output()
      await stop()
      await quiet(bot)
      await begin(bot, token, signal)
    },
    stop,
    /** Whether no update is pending, and the bot asks for more. */
    isIdle,
    /** Whether the bot becomes idle in time. */
    async becomesIdle(bot: string, withinMs: number): Promise<boolean> {
      const look = async () => (process?.ending() ? 'ended' : (await isIdle(bot)) ? 'idle' : undefined)
      return (await followed.until(look, { withinMs })) === 'idle'
    },
    /** Why a running bot is not idle. */
    async whyNotIdle(bot: string): Promise<string> {
      const { webhook } = await delivery(bot)
      return `The bot has not ${webhook === null ? 'asked for updates' : 'answered a delivery'} since.`
    },
    quiet,
  }
}
