// Writes what a text has as base64 into a file, piece by piece: between them others have a turn.

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Upload } from './upload.ts'

/** As many characters at a time as take no time to speak of; each four make three bytes. */
const PIECE = 1024 * 1024

export const BASE64 = /^(?:[0-9a-zA-Z+/]{4})*(?:[0-9a-zA-Z+/]{2}==|[0-9a-zA-Z+/]{3}=)?$/

/** Only the end of the last piece may be filled up. */
const WITHOUT_END = /^[0-9a-zA-Z+/]*$/

/** Nothing when the text is no base64. */
export async function writeBase64(texts: Iterable<string>, path: string, name: string): Promise<Upload | undefined> {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx')
  try {
    for (const { piece, isLast } of pieces(texts)) {
      if (!(isLast ? BASE64 : WITHOUT_END).test(piece)) return undefined
      const bytes = Buffer.from(piece, 'base64')
      hash.update(bytes)
      size += bytes.length
      await file.writeFile(bytes)
    }
  } finally {
    await file.close()
  }
  return new Upload(path, name, size, hash.digest('hex'))
}

function* pieces(texts: Iterable<string>) {
  let rest = ''
  for (const text of texts) {
    rest += text
    while (rest.length > PIECE) {
      yield { piece: rest.slice(0, PIECE), isLast: false }
      rest = rest.slice(PIECE)
    }
  }
  yield { piece: rest, isLast: true }
}
