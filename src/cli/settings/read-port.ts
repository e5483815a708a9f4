// A port, as a flag or the environment gives it.

import { InvalidArgumentError } from 'commander'

export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}
