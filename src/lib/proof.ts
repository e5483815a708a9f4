// Proves that an emulator knows a secret key, without sending the key.
// A proof is valid only for one port and for one random question of the client.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const newSecret = () => randomBytes(16).toString('hex')

export const isSecret = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{32}$/.test(text)

export const proofOf = (key: string, port: number, question: string) =>
  createHmac('sha256', key).update(`${port} ${question}`).digest('hex')

export const isProof = (given: unknown, expected: string) =>
  typeof given === 'string' &&
  given.length === expected.length &&
  timingSafeEqual(Buffer.from(given), Buffer.from(expected))
