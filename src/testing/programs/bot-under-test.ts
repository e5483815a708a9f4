// Starts, restarts and stops the bot under test.

import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import type { Client } from '../../control/client/client.ts'
import { becomeIdle, waitLong } from '../../control/client/wait-long.ts'
import type { Diagnosis } from '../../control/contract/diagnosis.ts'
import type { Missed } from '../../control/contract/expectation.ts'
import { Problem } from '../../lib/problem.ts'
import { pause } from '../../lib/wait-until.ts'
import type { BotClock } from '../bot-clock/environment.ts'
import {
  botEnvironment,
  type Ending,
  type EnvironmentSettings,
  type Program,
  type Report,
  startProgram,
} from './program.ts'

export interface BotSettings extends EnvironmentSettings {
  /** The command that starts the bot. Undefined if the user has started the bot already. */
  command?: string | undefined
  /** The time limit in seconds for the bot to poll or set a webhook. */
  startup: number
  env?: Readonly<Record<string, string>>
  /** The folder in which the bot runs. By default, the current folder. */
  cwd?: string | undefined
  /** A command that runs before the bot starts, except in a step that restarts it. */
  reset?: string | undefined
  onLine?: ((line: string) => void) | undefined
}

/** The bot for which the program was started, and the token that the program uses. */
export interface BotIdentity {
  bot: string
  token: string
  /** Overrides the `clock` of the run for this bot. */
  clock?: BotClock | undefined
}

const WEBHOOK_SECONDS = 2

export function createBotUnderTest(client: Client, url: string, settings: BotSettings) {
  const { command, tokenName, urlName } = settings
  let process: Program | undefined
  let identity: BotIdentity | undefined
  let onEnd: ((ending: Ending) => void) | undefined
  /** The output that the bot wrote in this scenario before a step `bot: { restart: true }` restarted it. */
  let outputBeforeRestart: string[] = []
  /** The number of lines that the process wrote before this scenario. */
  let linesBefore = 0
  let callBeforeStart = 0
  let reported: Promise<unknown> = Promise.resolve()

  async function begin(as: BotIdentity, signal?: AbortSignal) {
    const { bot } = as
    identity = as
    linesBefore = 0
    const { webhook } = await client.view('/bots/:bot/delivery', { bot })
    if (command !== undefined) await run(command, as)
    callBeforeStart = (await client.view('/cursor')).call
    try {
      await waitLong(client, { until: 'ready', bot, after: callBeforeStart }, settings.startup, signal)
      if (webhook !== null && command !== undefined) await waitForWebhook(bot, callBeforeStart, signal)
    } catch (error) {
      await stop()
      throw error instanceof Problem && error.code === 'not-ready' ? notStartedProblem(error) : error
    }
  }

  /** Waits for a new process to set its webhook. An earlier process had set one, so the bot counts as ready at once. */
  const waitForWebhook = (bot: string, after: number, signal?: AbortSignal) =>
    waitLong(client, { call: 'setWebhook', bot, after }, WEBHOOK_SECONDS, signal).catch((error: Problem) => {
      if (error.code !== 'no-such-call') throw error
    })

  /** Starts the process, and reports to the emulator what it does, in order. */
  async function run(command: string, { bot, token }: BotIdentity) {
    const report = (about: Report) => {
      reported = reported.then(() => client.reportProgram({ bot, ...about })).catch(() => {})
    }
    report({ how: 'started', command })
    // A wait must not take the end of an earlier process, or of its poll, for something that this one did.
    await reported
    await pause(1)
    const { cwd, onLine } = settings
    const started = startProgram({ command, cwd, env: env(), secret: token, onLine, report })
    process = started
    void started.ended.then((ending) => {
      if (process !== started) return
      report({ how: 'ended', ...ending, restarts_in: null })
      onEnd?.(ending)
    })
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

  function notStartedProblem({ details }: Problem): Problem {
    const { reason, diagnosis } = details as unknown as Missed
    const { state, text, lines } = diagnosis as Diagnosis
    const message =
      state === 'ended'
        ? text.replace(/\.$/, ' before it asked for updates.')
        : reason === 'failed'
          ? text
          : `The bot isn't ready after ${settings.startup} s. ${text}`
    const hint = command
      ? `Make the bot read its token from ${tokenName} and the API root from ${urlName}. The command was: ${command}`
      : 'Start the bot, or give its command with --bot.'
    return new Problem('bot-not-started', [message, ...lines].join('\n'), hint)
  }

  async function stop() {
    const stopping = process
    process = undefined
    await stopping?.stop()
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
      if (settings.reset !== undefined) await runReset(settings.reset, settings.cwd)
      await begin(identity, signal)
    },
    /** Begins a new scenario with the running process: `output` returns only the lines from now on. */
    continueRunning: discardOutput,
    /** `kills` ends the process at once, without a signal that it could handle. */
    async restart(signal?: AbortSignal, { kills = false } = {}) {
      if (!identity) return
      outputBeforeRestart = output()
      if (kills) process?.kill()
      await stop()
      await begin(identity, signal)
    },
    stop,
    /** Waits until the bot is idle. Returns false if its process ends first or `withinMs` is over. */
    async becomesIdle(bot: string, withinMs: number): Promise<boolean> {
      return (await becomeIdle(client, { bot, for: 0 }, withinMs / 1000)) && !process?.ending()
    },
  }
}

/** Runs the command of `--reset`, which deletes what a bot has stored. */
async function runReset(command: string, cwd: string | undefined) {
  try {
    await promisify(exec)(command, { cwd })
  } catch (error) {
    const { code, stderr = '' } = error as { code?: number; stderr?: string }
    const message = `The command of --reset ended with code ${code}${stderr ? `: ${stderr.trim()}` : '.'}`
    throw new Problem('reset-failed', message, `Pass a command that succeeds. The command was: ${command}`)
  }
}
