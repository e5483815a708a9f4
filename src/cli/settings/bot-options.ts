// The options for the process of a bot, shared by `start`, `test`, `exec` and `explore`.

import { Option } from 'commander'
import { BOT_CLOCKS, type BotClock } from '../../bot-clock/environment.ts'
import { parseSecondsAboveZero, parseVariableName } from './option-values.ts'

export interface BotFlags {
  tokenName: string
  urlName: string
  startup: number
  botClock?: BotClock
}

export const tokenNameOption = () =>
  new Option('--token-name <name>', "the environment variable for the bot's token")
    .argParser(parseVariableName)
    .default('BOT_TOKEN')

export const urlNameOption = () =>
  new Option('--url-name <name>', 'the environment variable for the API root')
    .argParser(parseVariableName)
    .default('BOT_API_URL')

export const startupOption = () =>
  new Option('--startup <time>', 'the time limit in seconds for the bot to poll or set its webhook')
    .argParser(parseSecondsAboveZero)
    .default(15)

const CLOCK_FLAG = '--bot-clock'

export const botClockOption = () =>
  new Option(
    `${CLOCK_FLAG} [how]`,
    "makes the bot follow the emulator's clock; skip: the clock also skips time in which nothing is due",
  )
    .choices(BOT_CLOCKS)
    .preset('follow' satisfies BotClock)

/**
 * Replaces `--bot-clock` without a value by `--bot-clock=follow`, so that the next argument does not become the value.
 */
export const withBotClockValue = (argv: readonly string[]): string[] =>
  argv.map((word, i) =>
    word === CLOCK_FLAG && !BOT_CLOCKS.some((how) => how === argv[i + 1]) ? `${CLOCK_FLAG}=follow` : word,
  )
