// The options for the process of a bot, shared by `start`, `test`, `exec` and `explore`.

import { type Command, Option } from 'commander'
import { BOT_CLOCKS, type BotClock } from '../../testing/bot-clock/environment.ts'
import { parseSecondsAboveZero, parseVariableName } from './option-values.ts'

export interface BotFlags {
  tokenName: string
  urlName: string
  startup: number
  botClock?: BotClock
}

export const startupOption = () =>
  new Option('--startup <time>', 'the maximum time until the bot first polls or sets its webhook, in seconds')
    .argParser(parseSecondsAboveZero)
    .default(15)

const CLOCK_FLAG = '--bot-clock'

export const withBotOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--token-name <name>', 'the environment variable that passes the token to the bot')
        .argParser(parseVariableName)
        .default('BOT_TOKEN'),
    )
    .addOption(
      new Option('--url-name <name>', 'the environment variable that passes the API root to the bot')
        .argParser(parseVariableName)
        .default('BOT_API_URL'),
    )
    .addOption(
      new Option(
        `${CLOCK_FLAG} [how]`,
        "makes the bot follow the emulator's clock; with skip, the clock also skips time in which nothing is due",
      )
        .choices(BOT_CLOCKS)
        .preset('follow' satisfies BotClock),
    )

/** Adds the default value to a bare `--bot-clock`, which would otherwise take the next argument as its value. */
export const withBotClockValue = (argv: readonly string[]): string[] =>
  argv.map((word, i) =>
    word === CLOCK_FLAG && !BOT_CLOCKS.some((how) => how === argv[i + 1]) ? `${CLOCK_FLAG}=follow` : word,
  )
