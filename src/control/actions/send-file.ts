// The action sendFile: a person sends a file, with or without a caption.

import { join } from 'node:path'
import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { type Examined, examine } from '../../service/media/examine.ts'
import { Upload, writeUpload } from '../../service/media/upload.ts'
import type { Chat } from '../../service/messenger/chats/chat.ts'
import { acceptBytes } from '../../service/messenger/files/accept-file.ts'
import { chatToWriteTo, sendAsPerson } from '../../service/messenger/messages/send-as-person.ts'
import { requireActor } from '../../service/messenger/users/find-by-ref.ts'
import { withUploadFolder } from '../../service/messenger/whole-world/archive.ts'
import type { Tx } from '../../service/messenger/world.ts'
import { FILE_KINDS, type FileKind } from '../../service/rules/file-kinds.ts'
import { caption } from '../../service/rules/params.ts'
import { Refusal } from '../../service/rules/refusals.ts'
import type { FileInJson, FileToSend } from '../contract/messages.ts'
import { viewMessage } from '../present/chats.ts'
import { action } from './action.ts'
import * as p from './params.ts'

/** The schema of a file sent as base64. For an uploaded file, parseParams() gives this schema an empty base64 text. */
const file: z.ZodType<FileInJson | FileToSend | Upload, FileInJson | FileToSend> = z
  .strictObject({ name: z.string(), base64: z.base64() })
  .meta({ kind: 'file', description: 'The file to send.' })

export const sendFile = action({
  summary: 'Sends a file as a person.',
  params: z.strictObject({
    as: p.actor,
    to: p.chat,
    kind: z
      .enum(FILE_KINDS)
      .optional()
      .describe('The kind of message in which the file is sent; by default, the one that fits its content.'),
    file,
    caption: caption.optional().describe('The text below the file.'),
    reply_to: p.replyTo.optional(),
  }),
  result: 'MessageView',
  example: { as: 'alice', to: 'greeter', kind: 'photo', file: { name: 'cat.jpg', base64: '' } },
  updates: ['message', 'channel_post'],
  prepare: (world, { file }) =>
    withUploadFolder(world, async (folder): Promise<{ examined: Examined | undefined }> => {
      const upload = file instanceof Upload ? file : await writeUpload(bytesOf(file), join(folder, 'file'), file.name)
      return { examined: upload.bytes ? await examine(upload) : undefined }
    }),
  run(tx, { as, to, file, caption, reply_to, ...given }, { examined }) {
    const kind = given.kind ?? examined?.sentAs ?? 'document'
    const person = requireActor(tx, as)
    const chat = chatToWriteTo(tx, person, to, 'media')
    const content = { file: fileOfPerson(tx, kind, chat, examined, file.name), caption, reply_to: reply_to ?? null }
    return viewMessage(tx, chat, sendAsPerson(tx, person, chat, content))
  },
})

const bytesOf = (file: FileInJson | FileToSend): Uint8Array =>
  'base64' in file ? Buffer.from(file.base64, 'base64') : Buffer.from(file.bytes as Uint8Array)

function fileOfPerson(tx: Tx, kind: FileKind, chat: Chat, examined: Examined | undefined, name: string): number {
  try {
    return acceptBytes(tx, kind, chat, examined, name).keep()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Problem('file-refused', `The service refuses this file as ${kind}: ${error.why}.`, error.description)
  }
}
