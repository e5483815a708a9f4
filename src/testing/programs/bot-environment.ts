// The environment variables of a bot's process.

import { type BotClock, followVariables, seedVariables } from '../bot-clock/environment.ts'

export interface EnvironmentSettings {
  tokenName: string
  urlName: string
  /** How the bot's process follows the emulator's clock. Undefined if the bot runs on real time. */
  clock?: BotClock | undefined
  /** The seed of the bot's random numbers. Undefined if they differ in each run. */
  seed?: number | undefined
  /** The control API's token. Only a process that follows the emulator's clock gets it. */
  controlToken?: string | undefined
}

export const botEnvironment = (
  url: string,
  token: string | undefined,
  { tokenName, urlName, clock, seed, controlToken }: EnvironmentSettings,
): Record<string, string> => ({
  ...(token !== undefined && { [tokenName]: token }),
  [urlName]: url,
  BOT_EMULATOR_URL: url,
  ...(seed !== undefined && seedVariables(seed)),
  ...(clock && followVariables(url, { mode: clock, token: controlToken })),
})
