// sendMessage, and sendPhoto, sendVideo, sendAudio and sendDocument.

import * as z from 'zod'
import type { Declared } from '../../contract/declared.ts'
import { examine } from '../../media/examine.ts'
import { Upload } from '../../media/upload.ts'
import { chatNamed, requireNotComments } from '../../messenger/chats/find-chat.ts'
import { fileSent, type Incoming } from '../../messenger/files/file-sent.ts'
import { requireAllowedUrls, requireKeyboardFits } from '../../messenger/keyboards/reply-markup.ts'
import { spendSend } from '../../messenger/limits/message-limits.ts'
import { requireMaySend } from '../../messenger/members/bot-rights.ts'
import { requirePassesFilter } from '../../messenger/messages/content-filter.ts'
import { replyTarget, sendAsBot } from '../../messenger/messages/post-message.ts'
import type { FileKind } from '../../spec/file-kinds.ts'
import { replyMarkup } from '../../spec/keyboard.ts'
import { caption, chatId, messageText, replyToMessageId } from '../../spec/params.ts'
import { ignoredInChannels, operation } from './operation.ts'

const identifier = z.string()

/** New bytes, or an identifier: what is neither is refused as no text. */
const fileOrId = z
  .preprocess(
    // Only a text can be written; a file comes out of a multipart request.
    (value: string) => value as string | Upload,
    z.union([identifier, z.instanceof(Upload)], {
      error: ({ input }) => identifier.safeParse(input).error?.issues[0]?.message,
    }),
  )
  .optional()
  .meta({ format: 'binary' })

const ATTACHED = 'attach://'

/** grammY gives every file a part of its own and names that part in the field; nothing documented looks like it. */
function attached(value: Upload | string | undefined, parts: Record<string, unknown>) {
  if (typeof value !== 'string' || !value.startsWith(ATTACHED)) return value
  const part = parts[value.slice(ATTACHED.length)]
  return part instanceof Upload ? part : value
}

/** A file that comes in place of a text is refused, and not read as an object without fields. */
const noFile = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value: z.input<Schema>, { addIssue }) => {
    if ((value as unknown) instanceof Upload) addIssue('Invalid input: expected text, received file')
    return value
  }, schema)

const besides = {
  chat_id: chatId,
  caption: noFile(caption.optional()),
  reply_markup: noFile(replyMarkup),
  reply_to_message_id: noFile(replyToMessageId),
}

type FileParams<Kind extends FileKind> = z.ZodObject<
  typeof besides & { [Field in Kind]: typeof fileOrId },
  z.core.$loose
>

function sendFile<const Kind extends FileKind>(kind: Kind, summary: string) {
  const params = z.looseObject({ ...besides, [kind as 'file']: fileOrId })
  const send = operation({
    summary,
    params,
    result: 'Message',
    fileField: kind,
    withoutIgnored: ignoredInChannels('reply_to_message_id'),
    async prepare(_world, params, transferring): Promise<Incoming> {
      const { [kind as 'file']: given, ...rest } = params
      const sent = attached(given, rest)
      const examined = sent instanceof Upload && sent.bytes > 0 ? await examine(sent) : undefined
      const elsewhere = Object.keys(rest).find((name) => rest[name] instanceof Upload)
      return { kind, sent, examined, transferring, elsewhere }
    },
    run(tx, bot, { chat_id, caption, reply_markup, reply_to_message_id }, incoming) {
      requireAllowedUrls(tx, reply_markup)
      const chat = chatNamed(tx, bot, chat_id)
      requireNotComments(chat)
      requireKeyboardFits(chat, reply_markup)
      requireMaySend(tx, bot, chat, 'media')
      const reply_to = replyTarget(tx, bot, chat, reply_to_message_id)
      const file = fileSent(tx, bot, chat, incoming)
      requirePassesFilter(tx, chat, caption)
      spendSend(tx, bot, chat)
      return sendAsBot(tx, bot, chat, { file: file.keep(), caption, reply_to }, reply_markup)
    },
  })
  // The compiler does not follow the name of a field that is a variable.
  return send as unknown as Declared<FileParams<Kind>, 'Message'>
}

export const send = {
  sendMessage: operation({
    summary: 'Sends a text message.',
    params: z.object({
      chat_id: chatId,
      text: messageText,
      reply_markup: replyMarkup,
      reply_to_message_id: replyToMessageId,
    }),
    result: 'Message',
    withoutIgnored: ignoredInChannels('reply_to_message_id'),
    run(tx, bot, { chat_id, text, reply_markup, reply_to_message_id }) {
      requireAllowedUrls(tx, reply_markup)
      const chat = chatNamed(tx, bot, chat_id)
      requireNotComments(chat)
      requireKeyboardFits(chat, reply_markup)
      requireMaySend(tx, bot, chat, 'text')
      const reply_to = replyTarget(tx, bot, chat, reply_to_message_id)
      requirePassesFilter(tx, chat, text)
      spendSend(tx, bot, chat)
      return sendAsBot(tx, bot, chat, { text, reply_to }, reply_markup)
    },
  }),
  sendPhoto: sendFile('photo', 'Sends a photo.'),
  sendVideo: sendFile('video', 'Sends a video.'),
  sendAudio: sendFile('audio', 'Sends an audio file.'),
  sendDocument: sendFile('document', 'Sends any file.'),
}
