// The environment variables of a bot's process.

import { type BotClock, followVariables } from '../bot-clock/environment.ts'

export interface EnvironmentSettings {
  tokenName: string
  urlName: string
  /** How the bot's process follows the emulator's clock. Undefined if the bot runs on real time. */
  clock?: BotClock | undefined
  /** The control API's token. Only a process that follows the emulator's clock gets it. */
  controlToken?: string | undefined
}

export const botEnvironment = (
  url: string,
  token: string | undefined,
  { tokenName, urlName, clock, controlToken }: EnvironmentSettings,
): Record<string, string> => ({
  ...(token !== undefined && { [tokenName]: token }),
  [urlName]: url,
  BOT_EMULATOR_URL: url,
  ...(clock && followVariables(url, { mode: clock, token: controlToken })),
})
