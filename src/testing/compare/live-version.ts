// A version of a bot that runs, on an emulator of its own.

import type { BotSettings } from '../programs/bot-under-test.ts'
import { openFixture, type TargetEmulator } from '../scenarios/run/fixture.ts'
import type { Version } from './run-compare.ts'
import { type TellSettings, tell } from './told.ts'

/** With a clock that the bot follows, each play begins at this time. */
const START = '2030-01-07T12:00:00Z'

export async function openVersion(
  emulator: TargetEmulator,
  bot: BotSettings,
  settings: TellSettings,
): Promise<Version> {
  const fixture = await openFixture(emulator, bot)
  return {
    tell(scenario) {
      const clock = (scenario.clock ?? bot.clock) ? { at: START, ...scenario.world.clock } : scenario.world.clock
      return tell(fixture, { ...scenario, world: { ...scenario.world, ...(clock && { clock }) } }, settings)
    },
    close: () => fixture.close(),
  }
}
