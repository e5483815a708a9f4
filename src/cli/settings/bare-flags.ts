// Flags whose value may be left out.

import { BOT_CLOCKS, type BotClock } from '../../testing/bot-clock/environment.ts'
import { FAULT_KINDS } from '../../testing/scenarios/scenario.ts'

const ALL_FAULTS = 'all'

const BARE_FLAGS: Readonly<Record<string, { value: string; isValue(text: string): boolean }>> = {
  // The time is only taken from `--hold=10m`, because a file could follow the flag.
  '--hold': { value: 'signal', isValue: () => false },
  '--bot-clock': { value: 'follow' satisfies BotClock, isValue: isOneOf(BOT_CLOCKS) },
  '--faults': {
    value: ALL_FAULTS,
    isValue: (text) => text.split(',').every(isOneOf([ALL_FAULTS, ...FAULT_KINDS])),
  },
}

function isOneOf(words: readonly string[]) {
  return (text: string) => words.includes(text)
}

/** Adds the usual value to a flag that has none. */
export const withBareFlags = (argv: readonly string[]): string[] =>
  argv.map((word, i) => {
    const flag = Object.hasOwn(BARE_FLAGS, word) ? BARE_FLAGS[word] : undefined
    return flag && !flag.isValue(argv[i + 1] ?? '') ? `${word}=${flag.value}` : word
  })
