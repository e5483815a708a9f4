// A message's file on the wire.

import type { MediaFile, Message, PhotoSize } from '../../spec/shapes.ts'
import type { Reader } from '../users/present-user.ts'
import type { Read } from '../world.ts'
import { fileIdFor } from './file-id.ts'

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
  return { [row.kind]: media }
}
