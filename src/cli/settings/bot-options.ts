// The options for the process of a bot, shared by `start`, `test`, `exec` and `explore`.

import { BOT_CLOCKS } from '../../testing/bot-clock/environment.ts'
import type { BotSettings } from '../../testing/programs/bot-under-test.ts'
import { choice, type OptionsOf, option, usually } from './option.ts'
import { parseSecondsAboveZero, parseVariableName } from './option-values.ts'

export const RESET = option('--reset <command>', 'deletes what the bot has stored, before each start')
export const STARTUP = usually(
  option('--startup <time>', 'how long the bot may take until it polls', parseSecondsAboveZero),
  15,
  '15 s',
)

export const PROGRAM_OPTIONS = [
  usually(option('--token-name <name>', 'the variable with the token', parseVariableName), 'BOT_TOKEN'),
  usually(option('--url-name <name>', 'the variable with the address of the API', parseVariableName), 'BOT_API_URL'),
  choice('--bot-clock [how]', "lets the bot follow the emulator's clock; skip also skips idle time", BOT_CLOCKS).preset(
    'follow',
  ),
] as const
type BotFlags = OptionsOf<readonly [typeof RESET, typeof STARTUP, ...typeof PROGRAM_OPTIONS]>

export const botSettings = <Command extends string | undefined>(
  command: Command,
  { tokenName, urlName, startup, botClock: clock, reset }: BotFlags,
): BotSettings & { command: Command } => ({ command, tokenName, urlName, startup, clock, reset })
