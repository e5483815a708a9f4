// Creates and checks signed file identifiers, and converts files for the bot API.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '../../rules/limits.ts'
import { refuse } from '../../rules/refusals.ts'
import type { MediaFile, Message, PhotoSize } from '../../rules/shapes.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { FileRow } from '../../store/tables/files.ts'
import { withClientFields } from '../service/client-fields.ts'
import type { Reader } from '../users/present-user.ts'
import type { Read, Tx } from '../world.ts'

const SEAL_BYTES = 12
const SEAL_KEY = 'file_id_key'

/** Stores a key for the signatures of file identifiers, so that identifiers remain valid after a restart. */
export function ensureSealKey(tx: Tx) {
  if (tx.store.settings.get(SEAL_KEY) === undefined) replaceSealKey(tx)
}

/** Replaces the key, which makes all earlier file identifiers invalid. */
export function replaceSealKey({ store }: Tx) {
  store.settings.set(SEAL_KEY, randomBytes(16).toString('base64url'))
}

/** Creates an identifier that only the bot `reader` may send. For people, `reader` is 0. Each chat has its own (GAP-56). */
export function fileIdFor(read: Read, reader: number, chat: number, file: number): string {
  const content = Buffer.from(`${reader}.${file}.${chat}`)
  return Buffer.concat([seal(read, content), content]).toString('base64url')
}

export function requireFile(read: Read, bot: BotRow, fileId: string): FileRow {
  if (fileId.length > LIMITS.fileIdCharacters) refuse('wrongFileId', 'tooLong')
  const bytes = Buffer.from(fileId, 'base64url')
  const content = bytes.subarray(SEAL_BYTES)
  // Refuses identifiers with extra characters, which `Buffer.from` skips.
  const isCanonical = bytes.toString('base64url') === fileId
  const isGenuine =
    isCanonical && bytes.length > SEAL_BYTES && timingSafeEqual(seal(read, content), bytes.subarray(0, SEAL_BYTES))
  if (!isGenuine) return refuse('wrongFileId', 'unknown')
  const [reader, file] = content.toString().split('.').map(Number) as [number, number]
  if (reader !== bot.id) refuse('wrongFileId', 'otherBot')
  const row = read.store.files.get(file)
  if (!row || row.deleted) return refuse('wrongFileId', 'deleted')
  return row
}

function seal(read: Read, content: Buffer): Buffer {
  return createHmac('sha256', read.store.settings.get<string>(SEAL_KEY)!)
    .update(content)
    .digest()
    .subarray(0, SEAL_BYTES)
}

export function presentFile(read: Read, reader: Reader, chat: number, file: number): Partial<Message> {
  const row = read.store.files.get(file)!
  const common = {
    file_id: fileIdFor(read, reader?.id ?? 0, chat, row.file),
    file_unique_id: row.unique_id,
    file_size: row.size,
  }
  if (row.kind === 'photo') {
    const photo: PhotoSize = { ...common, width: row.width!, height: row.height! }
    return { photo: [photo] }
  }
  const media: MediaFile = { ...common, mime_type: row.mime, file_name: row.name }
  return { [row.kind]: reader ? withClientFields(read, row.kind, media) : media }
}
