// File identifiers: they say whose they are, which file and from which chat, under a seal, and are stored nowhere.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '../../spec/limits.ts'
import { refuse } from '../../spec/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { FileRow } from '../../store/tables/files.ts'
import type { Read, Tx } from '../world.ts'

const SEAL_BYTES = 12
const SEAL_KEY = 'file_id_key'

/** Each world has a key of its own, which is kept with it, so that identifiers outlive a restart. */
export function ensureSealKey(tx: Tx) {
  if (tx.store.settings.get(SEAL_KEY) === undefined) renewSealKey(tx)
}

/** Files are numbered from the beginning again: no identifier of before names one of them. */
export function renewSealKey({ store }: Tx) {
  store.settings.set(SEAL_KEY, randomBytes(16).toString('base64url'))
}

/** `reader` 0: shown to people, of use to no bot. */
export function fileIdFor(read: Read, reader: number, chat: number, file: number): string {
  const said = Buffer.from(`${reader}.${file}.${chat}`)
  return Buffer.concat([seal(read, said), said]).toString('base64url')
}

interface Named {
  row: FileRow
  /** The chat where the bot got the identifier. */
  chat: number
}

export function fileNamed(read: Read, bot: BotRow, fileId: string): Named {
  if (fileId.length > LIMITS.fileIdCharacters) refuse('wrongFileId', 'tooLong')
  const bytes = Buffer.from(fileId, 'base64url')
  const said = bytes.subarray(SEAL_BYTES)
  // The decoder passes over what is not base64: an identifier is compared whole.
  const whole = bytes.toString('base64url') === fileId
  const genuine = whole && bytes.length > SEAL_BYTES && timingSafeEqual(seal(read, said), bytes.subarray(0, SEAL_BYTES))
  if (!genuine) return refuse('wrongFileId', 'unknown')
  const [reader, file, chat] = said.toString().split('.').map(Number) as [number, number, number]
  if (reader !== bot.id) refuse('wrongFileId', 'otherBot')
  const row = read.store.files.get(file)
  if (!row || row.deleted) return refuse('wrongFileId', 'deleted')
  return { row, chat }
}

function seal(read: Read, said: Buffer): Buffer {
  return createHmac('sha256', read.store.settings.get<string>(SEAL_KEY)!).update(said).digest().subarray(0, SEAL_BYTES)
}
