// The ids of stored files, made of the first 132 bits of their SHA-256 hash.

import { createHash } from 'node:crypto'

export const contentIdOf = (bytes: Buffer) => contentId(createHash('sha256').update(bytes).digest('hex'))

export const contentId = (hash: string) => Buffer.from(hash, 'hex').toString('base64url').slice(0, 22)
