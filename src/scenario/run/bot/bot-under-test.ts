// Starts, restarts and stops the bot under test.

import type { BotClock } from '../../../bot-clock/environment.ts'
import type { EventFollower } from '../../../client/follow.ts'
import { lastOutputLines } from '../../../describe/bot-output.ts'
import { refusalText } from '../../../describe/call.ts'
import { stopwatch } from '../../../lib/clock.ts'
import { Problem } from '../../../lib/problem.ts'
import { FailedStep } from '../play.ts'
import { botEndedText } from './bot-end.ts'
import { botEnvironment, type EnvironmentSettings } from './bot-environment.ts'
import { type BotProcess, type Ending, startBot } from './bot-process.ts'

export interface BotSettings extends EnvironmentSettings {
  /** The command that starts the bot. Undefined if the user has started the bot already. */
  command?: string
  /** The time limit in seconds for the bot to poll or set a webhook. */
  startup: number
  env?: Readonly<Record<string, string>>
  /** Gets each line that the bot writes. */
  onLine?: ((line: string) => void) | undefined
}

/** The bot for which the program was started, and the token that the program uses. */
export interface BotIdentity {
  bot: string
  token: string
  /** Overrides the `clock` of the run for this bot. */
  clock?: BotClock | undefined
}

const POLL_END_MS = 2000
/** The time limit, in real seconds, to wait for a bot that follows the emulator's clock to become idle. */
const EXACT_IDLE_SECONDS = 1
/** If a bot that seems busy has caused no events for this time, its process is asked whether it is idle. */
const ASK_AFTER_MS = 100

/** Controls the bot under test. `eventStream` must be the events of the emulator at `url`. */
export function createBotUnderTest(eventStream: EventFollower, url: string, settings: BotSettings) {
  const { client } = eventStream
  const { command, tokenName, urlName } = settings
  let process: BotProcess | undefined
  let identity: BotIdentity | undefined
  let onEnd: ((ending: Ending) => void) | undefined
  /** The output that the bot wrote in this scenario before a step `bot: { restart: true }` restarted it. */
  let outputBeforeRestart: string[] = []
  /** The number of lines that the process wrote before this scenario. */
  let linesBefore = 0
  let callBeforeStart = 0
  let isShortPolling = false
  let newestEvent = 0
  let sinceEvent = stopwatch()

  const loadDelivery = (bot: string) => client.view('/bots/:bot/delivery', { bot })

  async function begin(as: BotIdentity, signal?: AbortSignal) {
    const { bot, token } = as
    callBeforeStart = (await client.view('/cursor')).call
    identity = as
    linesBefore = 0
    if (command !== undefined) {
      const started = startBot({ command, env: env(), secret: token, onLine: settings.onLine })
      process = started
      void started.ended.then((ending) => {
        eventStream.wake()
        if (process === started) onEnd?.(ending)
      })
    }
    try {
      await waitUntilListening(bot, signal)
    } catch (error) {
      await stop()
      throw error
    }
    const { polling, webhook } = await loadDelivery(bot)
    isShortPolling = !polling && webhook === null
  }

  async function waitUntilListening(bot: string, signal?: AbortSignal) {
    const outcome = await eventStream.until(async () => ((await isListening(bot)) ? 'listens' : process?.ending()), {
      withinMs: settings.startup * 1000,
      signal,
    })
    if (outcome === 'listens') return
    const message = outcome
      ? botEndedText(outcome, output(), 'before it asked for updates')
      : ((await explainRefusedPolls(bot)) ?? `The bot neither polled nor set a webhook within ${settings.startup} s.`)
    throw notStartedProblem(message, await explainUnauthorized())
  }

  async function isListening(bot: string): Promise<boolean> {
    const { polling, webhook } = await loadDelivery(bot)
    if (polling || webhook !== null) return true
    const polls = await client.view('/calls', { bot, method: 'getUpdates', after: callBeforeStart })
    return polls.some(({ ok }) => ok)
  }

  async function explainRefusedPolls(bot: string): Promise<string | undefined> {
    const calls = await client.view('/calls', { bot, after: callBeforeStart, ok: false })
    const refused = calls.filter(({ method }) => method === 'getUpdates' || method === 'setWebhook')
    const last = refused.at(-1)
    if (!last) return undefined
    const times = refused.length === 1 ? 'once and was refused' : `${refused.length} times and was refused each time`
    const names = [...new Set(refused.map(({ method }) => method))].join(' and ')
    return `Within ${settings.startup} s the bot called ${names} ${times}: ${refusalText(last)}.`
  }

  async function explainUnauthorized(): Promise<string | undefined> {
    const calls = await client.view('/calls', { after: callBeforeStart })
    const rejected = calls.filter(({ bot, status }) => bot === null && status === 401)
    if (!rejected.length) return undefined
    const times = rejected.length === 1 ? 'its call was' : `its ${rejected.length} calls were`
    return `The bot does not use the token in ${tokenName}: ${times} answered with 401 Unauthorized.`
  }

  const clockMode = () => identity?.clock ?? settings.clock

  const env = () => ({
    ...settings.env,
    // In the mode `skip`, the steps of this run move the clock while they wait. The process itself only needs the mode
    // `follow`.
    ...botEnvironment(url, identity?.token, { ...settings, clock: clockMode() && 'follow' }),
  })

  const output = () => [...outputBeforeRestart, ...(process?.output(linesBefore) ?? [])]

  function discardOutput() {
    outputBeforeRestart = []
    linesBefore = process?.lineCount() ?? 0
  }

  function notStartedProblem(message: string, why?: string): Problem {
    const lines = [why === undefined ? message : `${why} ${message}`, ...lastOutputLines(output(), message)]
    const hint = command
      ? `Make the bot read its token from ${tokenName} and the API root from ${urlName}. The command was: ${command}`
      : 'Start the bot, or give its command with --bot.'
    return new Problem('bot-not-started', lines.join('\n'), hint)
  }

  async function stop() {
    const stopping = process
    process = undefined
    await stopping?.stop()
  }

  /** Waits until the stopped bot's last poll has closed. Otherwise it could be mistaken for the next process's poll. */
  const waitForPollEnd = (bot: string) =>
    eventStream.until(async () => !(await loadDelivery(bot)).polling || undefined, { withinMs: POLL_END_MS })

  /**
   * Returns true if the bot is idle. If the bot seems idle, its processes that follow the clock are asked to confirm
   * it, unless `asks` is false. If the bot seems busy, they are asked only after `ASK_AFTER_MS` without an event,
   * because asking takes time.
   */
  async function isIdle(bot: string, { asks = true } = {}): Promise<boolean> {
    const { polling, webhook, waiting } = await loadDelivery(bot)
    const seemsIdle = waiting === 0 && (polling || webhook !== null || isShortPolling)
    if (!clockMode() || (seemsIdle ? !asks : (await quietMs()) < ASK_AFTER_MS)) return seemsIdle
    const { idle, exact } = await client.waitForIdle({ within: EXACT_IDLE_SECONDS })
    return exact ? idle : seemsIdle
  }

  /** Returns how long no new event has been seen. Each call checks the id of the newest event. */
  async function quietMs(): Promise<number> {
    const { event } = await client.view('/cursor')
    if (event !== newestEvent) sinceEvent = stopwatch()
    newestEvent = event
    return sinceEvent()
  }

  return {
    process: () => process,
    /** True if this run starts the bot, but the bot's process could not be started. */
    isMissing: () => command !== undefined && process === undefined,
    ending: (): Ending | undefined => process?.ending(),
    output,
    env,
    clock: clockMode,
    /** Sets the listener that is called if the bot's process exits by itself, not by `stop` or `restart`. */
    onEnd(listener: typeof onEnd) {
      onEnd = listener
    },
    async begin(identity: BotIdentity, signal?: AbortSignal) {
      discardOutput()
      await begin(identity, signal)
    },
    /** Begins a new scenario with the running process: `output` returns only the lines from now on. */
    continueRunning: discardOutput,
    async restart(signal?: AbortSignal) {
      if (command === undefined)
        throw new FailedStep('The run cannot restart a bot that it did not start. Pass its command with --bot.')
      if (!identity) return
      const { bot } = identity
      outputBeforeRestart = output()
      await stop()
      await waitForPollEnd(bot)
      await begin(identity, signal)
    },
    stop,
    isIdle: (bot: string) => isIdle(bot),
    /**
     * Waits until the bot is idle. Returns false if its process ends first or `withinMs` is over. With `asks: false`, a
     * process that follows the clock and seems idle is not asked to confirm that it is idle.
     */
    async becomesIdle(bot: string, withinMs: number, { asks = true } = {}): Promise<boolean> {
      const check = async (again: (ms: number) => void) => {
        if (clockMode()) again(ASK_AFTER_MS)
        return process?.ending() ? 'ended' : (await isIdle(bot, { asks })) ? 'idle' : undefined
      }
      return (await eventStream.until(check, { withinMs })) === 'idle'
    },
    quiet: waitForPollEnd,
  }
}
