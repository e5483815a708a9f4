// The option --bot-clock, which makes the bot's process follow the emulator's clock.

import { Option } from 'commander'
import { BOT_CLOCKS, type BotClock } from '../../bot-clock/environment.ts'

const FLAG = '--bot-clock'

export const botClockOption = () =>
  new Option(
    `${FLAG} [how]`,
    "makes the bot follow the emulator's clock; skip: the clock also skips time in which nothing is due",
  )
    .choices(BOT_CLOCKS)
    .preset('follow' satisfies BotClock)

/**
 * Replaces `--bot-clock` without a value by `--bot-clock=follow`, so that the next argument does not become the value.
 */
export const withBotClockValue = (argv: readonly string[]): string[] =>
  argv.map((word, i) => (word === FLAG && !BOT_CLOCKS.some((how) => how === argv[i + 1]) ? `${FLAG}=follow` : word))
