// sendFile: a person sends a file, with or without words.

import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { type Examined, examine } from '../../media/examine.ts'
import { Upload } from '../../media/upload.ts'
import { fileFromBytes } from '../../messenger/files/file-sent.ts'
import { chatToWriteTo, sendAsPerson } from '../../messenger/messages/send-as-person.ts'
import { actorNamed } from '../../messenger/users/named.ts'
import type { Tx } from '../../messenger/world.ts'
import { caption } from '../../spec/params.ts'
import { Refusal } from '../../spec/refusals.ts'
import { FILE_KINDS, type FileKind } from '../../store/tables/files.ts'
import { viewMessage } from '../build-views/message.ts'
import { action } from './action.ts'
import * as p from './params.ts'

const BLOCK_BYTES = 4 * 1024 * 1024

export const sendFile = action({
  name: 'sendFile',
  summary: 'Sends a file as a person.',
  params: z.strictObject({
    as: p.ref,
    to: p.ref,
    kind: z.enum(FILE_KINDS),
    file: z.strictObject({ name: z.string(), base64: z.base64() }),
    caption: caption.optional(),
    reply_to: p.messageId.optional(),
  }),
  result: 'MessageView',
  async prepare(world, { file }) {
    const bytes = Buffer.from(file.base64, 'base64')
    const folder = world.bytes.newUploadFolder()
    const done = () => world.bytes.empty(folder)
    try {
      const path = join(folder, 'file')
      await writeFile(path, bytes)
      const upload = new Upload(path, file.name, bytes.length, await hashOf(bytes))
      return { examined: bytes.length ? await examine(upload) : undefined, done }
    } catch (error) {
      await done()
      throw error
    }
  },
  run(tx, { as, to, kind, file, caption, reply_to }, { examined }) {
    const person = actorNamed(tx, as)
    const chat = chatToWriteTo(tx, person, to, 'media')
    const content = { file: fileOfPerson(tx, kind, examined, file.name), caption, reply_to: reply_to ?? null }
    return viewMessage(tx, chat, sendAsPerson(tx, person, chat, content))
  },
})

/** Others have a turn between the blocks. */
async function hashOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    hash.update(bytes.subarray(at, at + BLOCK_BYTES))
    await nextTurn()
  }
  return hash.digest('hex')
}

function fileOfPerson(tx: Tx, kind: FileKind, examined: Examined | undefined, name: string): number {
  try {
    return fileFromBytes(tx, kind, examined, name).keep()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Problem('file-refused', `The service does not take this as ${kind}: ${error.why}.`, error.description)
  }
}
