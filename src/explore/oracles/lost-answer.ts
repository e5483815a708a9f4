// Recognizes a bot that ends because the network lost an answer.

import type { Observation } from '../observation.ts'

const NETWORK_ERROR = /ECONNRESET|EPIPE|ECONNABORTED|fetch failed|socket|terminated|connection|RemoteDisconnected/i

/** Returns true for a network error after an injected lost answer, which many bots leave to their supervisor. */
export const isLostAnswer = ({ output }: Observation, history: readonly Observation[]): boolean =>
  history.some(({ move }) => move.label === 'fault lost answer') && output.some((line) => NETWORK_ERROR.test(line))
