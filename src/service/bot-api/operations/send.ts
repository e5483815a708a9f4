// The operations sendMessage, sendPhoto, sendVideo, sendAudio and sendDocument.

import * as z from 'zod'
import { examine } from '../../media/examine.ts'
import { ATTACH_PREFIX, Upload } from '../../media/upload.ts'
import { requireBotChat, requireNotComments } from '../../messenger/chats/find-chat.ts'
import { acceptFile, type SentFile } from '../../messenger/files/accept-file.ts'
import { requireAllowedUrls, requireKeyboardFits } from '../../messenger/keyboards/reply-markup.ts'
import { countSend, SEND_LIMITS, TRANSFER_LIMITS } from '../../messenger/limits/message-limits.ts'
import { requireMaySend } from '../../messenger/members/bot-rights.ts'
import { requirePassesFilter } from '../../messenger/messages/content-filter.ts'
import { replyTarget, sendAsBot } from '../../messenger/messages/post-message.ts'
import type { Declaration } from '../../rules/declarations.ts'
import type { FileKind } from '../../rules/file-kinds.ts'
import { isMarkup, replyMarkup } from '../../rules/keyboard.ts'
import { caption, chatId, messageText, replyToMessageId } from '../../rules/params.ts'
import { type Input, operation } from './operation.ts'

const CHECKED = [
  'chatNotFound',
  'commentsChat',
  'channelButtons',
  'inlineOnly',
  'noPostRight',
  'termsNotAccepted',
  'replyNotFound',
  'filtered',
  'retryAfter',
  'dailyChats',
] as const

const FILE_CHECKED = [
  'noMediaRight',
  'noFile',
  'fileByUrl',
  'wrongFileId',
  'typeMismatch',
  'emptyFile',
  'invalidImage',
  'fileTooLarge',
  'requestTooLarge',
] as const

const identifier = z.string()

/**
 * An upload, or the identifier of a stored file. Any other value gets the same error as a text parameter that is not a
 * text.
 */
const fileOrId = z
  .preprocess(
    // TypeScript callers pass a string, because only a multipart request can contain an Upload.
    (value: string) => value as string | Upload,
    z.union([identifier, z.instanceof(Upload)], {
      error: ({ input }) => identifier.safeParse(input).error?.issues[0]?.message,
    }),
  )
  .optional()
  .meta({ format: 'binary' })

/** Resolves `attach://part`, which grammY sends. A real file identifier never begins with `attach://`. */
function fileOfPart(value: Upload | string | undefined, parts: Record<string, unknown>) {
  if (typeof value !== 'string' || !value.startsWith(ATTACH_PREFIX)) return value
  const part = parts[value.slice(ATTACH_PREFIX.length)]
  return part instanceof Upload ? part : value
}

/** Refuses an uploaded file. Otherwise, a schema of an object with optional fields would accept it. */
const refuseFile = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value: z.input<Schema>, { addIssue }) => {
    if ((value as unknown) instanceof Upload) addIssue('Invalid input: expected text, received file')
    return value
  }, schema)

/** A post has no buttons and replies to nothing: `run` refuses any reply_markup, and the other parameter is ignored. */
const asPost = ({ reply_to_message_id: _, reply_markup, ...input }: Input): Input =>
  isMarkup(reply_markup) ? { ...input, reply_markup: {} } : input

const commonParams = {
  chat_id: chatId,
  caption: refuseFile(caption.optional()),
  reply_markup: refuseFile(replyMarkup),
  reply_to_message_id: refuseFile(replyToMessageId),
}

type FileParams<Kind extends FileKind> = z.ZodObject<
  typeof commonParams & { [Field in Kind]: typeof fileOrId },
  z.core.$loose
>

function sendFile<const Kind extends FileKind>(kind: Kind, summary: string) {
  const params = z.looseObject({ ...commonParams, [kind as 'file']: fileOrId })
  const send = operation({
    summary,
    params,
    result: 'Message',
    refusals: [...CHECKED, ...FILE_CHECKED],
    limits: [...SEND_LIMITS, ...TRANSFER_LIMITS],
    fileField: kind,
    inChannels: asPost,
    async prepare(_world, params, transferring): Promise<SentFile> {
      const { [kind as 'file']: value, ...rest } = params
      const sent = fileOfPart(value, rest)
      const examined = sent instanceof Upload && sent.bytes > 0 ? await examine(sent) : undefined
      const otherField = Object.keys(rest).find((name) => rest[name] instanceof Upload)
      return { kind, sent, examined, hasTransferSlot: transferring, otherField }
    },
    run(tx, bot, { chat_id, caption, reply_markup, reply_to_message_id }, incoming) {
      requireAllowedUrls(tx, reply_markup)
      const chat = requireBotChat(tx, bot, chat_id)
      requireNotComments(chat)
      requireKeyboardFits(chat, reply_markup)
      requireMaySend(tx, bot, chat, 'media')
      const reply_to = replyTarget(tx, bot, chat, reply_to_message_id)
      const file = acceptFile(tx, bot, chat, incoming)
      requirePassesFilter(tx, chat, caption)
      countSend(tx, bot, chat)
      return sendAsBot(tx, bot, chat, { file: file.keep(), caption, reply_to }, reply_markup)
    },
  })
  // This cast is necessary, because TypeScript cannot express an object with a field whose name is a variable.
  return send as unknown as Declaration<FileParams<Kind>, 'Message'>
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
    refusals: [...CHECKED, 'noTextRight'],
    limits: SEND_LIMITS,
    inChannels: asPost,
    run(tx, bot, { chat_id, text, reply_markup, reply_to_message_id }) {
      requireAllowedUrls(tx, reply_markup)
      const chat = requireBotChat(tx, bot, chat_id)
      requireNotComments(chat)
      requireKeyboardFits(chat, reply_markup)
      requireMaySend(tx, bot, chat, 'text')
      const reply_to = replyTarget(tx, bot, chat, reply_to_message_id)
      requirePassesFilter(tx, chat, text)
      countSend(tx, bot, chat)
      return sendAsBot(tx, bot, chat, { text, reply_to }, reply_markup)
    },
  }),
  sendPhoto: sendFile('photo', 'Sends a photo.'),
  sendVideo: sendFile('video', 'Sends a video.'),
  sendAudio: sendFile('audio', 'Sends an audio file.'),
  sendDocument: sendFile('document', 'Sends any file.'),
}
