// sendFile: a person sends a file, with or without words.

import { join } from 'node:path'
import * as z from 'zod'
import { readLongText } from '../../lib/long-text.ts'
import { Problem } from '../../lib/problem.ts'
import { type Examined, examine } from '../../media/examine.ts'
import { BASE64, writeBase64 } from '../../media/write-base64.ts'
import { fileFromBytes } from '../../messenger/files/file-sent.ts'
import { chatToWriteTo, sendAsPerson } from '../../messenger/messages/send-as-person.ts'
import { actorNamed } from '../../messenger/users/named.ts'
import type { Tx } from '../../messenger/world.ts'
import { FILE_KINDS, type FileKind } from '../../spec/file-kinds.ts'
import { caption } from '../../spec/params.ts'
import { Refusal } from '../../spec/refusals.ts'
import { viewMessage } from '../build-views/chats.ts'
import { wrongParam } from '../wrong-param.ts'
import { action } from './action.ts'
import * as p from './params.ts'

/** Whether it is what it should be shows while it is written. */
const base64 = z.string().meta({ format: 'base64', contentEncoding: 'base64', pattern: BASE64.source })

const params = z.strictObject({
  as: p.actor,
  to: p.chat,
  kind: z.enum(FILE_KINDS).describe('How the file is sent.'),
  file: z.strictObject({ name: z.string(), base64 }).meta({ kind: 'file', description: 'The file.' }),
  caption: caption.optional().describe('The text below the file.'),
  reply_to: p.replyTo.optional(),
})

export const sendFile = action({
  summary: 'Sends a file as a person.',
  params,
  result: 'MessageView',
  async prepare(world, { file }, fileText) {
    const folder = world.bytes.newUploadFolder()
    const done = () => world.bytes.empty(folder)
    try {
      const upload = await writeBase64(
        fileText ? readLongText(fileText) : [file.base64],
        join(folder, 'file'),
        file.name,
      )
      if (!upload) throw wrongParam({ name: 'sendFile', params }, 'file.base64', 'Invalid base64-encoded string')
      return { examined: upload.bytes ? await examine(upload) : undefined, done }
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

function fileOfPerson(tx: Tx, kind: FileKind, examined: Examined | undefined, name: string): number {
  try {
    return fileFromBytes(tx, kind, examined, name).keep()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Problem('file-refused', `The service does not take this as ${kind}: ${error.why}.`, error.description)
  }
}
