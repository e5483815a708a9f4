// What an answer holds, where it is a message: the message, and its file.

import { FILE_KINDS } from '../spec/file-kinds.ts'
import type { MessageView } from './messages.ts'

/** What an action or a call has answered, as far as it is a message. */
export const messageIn = (answer: unknown): Partial<MessageView> =>
  typeof answer === 'object' && answer !== null ? answer : {}

/** Of a photo, which has no name, the largest of its sizes. */
export function fileIn(message: Partial<MessageView>) {
  for (const kind of FILE_KINDS) {
    const file = [message[kind] ?? []].flat().at(-1)
    if (!file) continue
    return { kind, file, unique_id: file.file_unique_id, ...('file_name' in file && { name: file.file_name }) }
  }
  return undefined
}
