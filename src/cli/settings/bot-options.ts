// The options for the process of a bot, shared by `start`, `test`, `exec` and `explore`.

import { type Command, Option } from 'commander'
import { BOT_CLOCKS, type BotClock } from '../../testing/bot-clock/environment.ts'
import type { BotSettings } from '../../testing/programs/bot-under-test.ts'
import { parseSecondsAboveZero, parseVariableName } from './option-values.ts'

export interface BotFlags {
  tokenName: string
  urlName: string
  startup: number
  botClock?: BotClock
  reset?: string
}

/** Returns the settings of a bot that the command starts. */
export const botSettings = <Command extends string | undefined>(
  command: Command,
  { tokenName, urlName, startup, botClock: clock, reset }: BotFlags,
): BotSettings & { command: Command } => ({ command, tokenName, urlName, startup, clock, reset })

export const startupOption = () =>
  new Option('--startup <time>', 'how long the bot may take until it polls')
    .argParser(parseSecondsAboveZero)
    .default(15, '15 s')

export const resetOption = () => new Option('--reset <command>', 'deletes what the bot has stored, before each start')

export const withBotOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--token-name <name>', 'the variable with the token')
        .argParser(parseVariableName)
        .default('BOT_TOKEN'),
    )
    .addOption(
      new Option('--url-name <name>', 'the variable with the address of the API')
        .argParser(parseVariableName)
        .default('BOT_API_URL'),
    )
    .addOption(
      new Option('--bot-clock [how]', "lets the bot follow the emulator's clock; skip also skips idle time")
        .choices(BOT_CLOCKS)
        .preset('follow' satisfies BotClock),
    )
