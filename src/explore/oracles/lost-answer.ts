// Recognizes the end of a bot that an injected loss of the service's answer caused.

import type { Observation } from '../observation.ts'

const NETWORK_ERROR = /ECONNRESET|EPIPE|ECONNABORTED|fetch failed|socket|terminated|connection|RemoteDisconnected/i

/** Returns true if the bot wrote a network error after an injected lost answer. Many bots end then, to be restarted. */
export const isLostAnswer = (observation: Observation, history: readonly Observation[]): boolean =>
  [...history, observation].some(({ move }) => move.label === 'fault lost answer') &&
  observation.output.some((line) => NETWORK_ERROR.test(line))
