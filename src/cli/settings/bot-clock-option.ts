// The option --bot-clock, which makes the bot's process follow the emulator's clock.

import { Option } from 'commander'
import { BOT_CLOCKS, type BotClock } from '../../bot-clock/environment.ts'

const FLAG = '--bot-clock'

export const botClockOption = () =>
  new Option(
    `${FLAG} [how]`,
    "makes the bot follow the emulator's clock; skip: time in which nothing happens passes at once",
  )
    .choices(BOT_CLOCKS)
    .preset('follow' satisfies BotClock)

/** Adds the default value to the flag if another argument follows it, which Commander would take as its value. */
export const withBotClockValue = (argv: readonly string[]): string[] =>
  argv.map((word, i) => (word === FLAG && !BOT_CLOCKS.some((how) => how === argv[i + 1]) ? `${FLAG}=follow` : word))
