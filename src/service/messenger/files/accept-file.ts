// Checks a file that a bot sends, as uploaded bytes or as an identifier.

import { extname } from 'node:path'
import { codePoints, firstPoints, longerThan } from '../../../lib/text.ts'
import type { Examined } from '../../media/examine.ts'
import { Upload } from '../../media/upload.ts'
import type { FileKind } from '../../rules/file-kinds.ts'
import { LIMITS } from '../../rules/limits.ts'
import { refuse } from '../../rules/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { NewFile } from '../../store/tables/files.ts'
import type { Chat } from '../chats/chat.ts'
import type { BotChat } from '../chats/find-chat.ts'
import type { Tx } from '../world.ts'
import { requireFile } from './file-id.ts'

export interface SentFile {
  kind: FileKind
  sent: Upload | string | undefined
  /** The examined upload. Undefined if the file is empty or was not uploaded. */
  examined?: Examined
  hasTransferSlot: boolean
  /** Set if the call has a file only in another parameter: the name of that parameter, for the hint. */
  otherField?: string
}

/** A file that passed all checks. `keep` stores it and returns its file number. */
export interface AcceptedFile {
  keep(): number
}

export function acceptFile(tx: Tx, bot: BotRow, chat: BotChat, incoming: SentFile): AcceptedFile {
  const { kind, sent, examined, hasTransferSlot } = incoming
  if (sent === undefined || sent === '') return refuseMissing(incoming)
  if (sent instanceof Upload) return acceptBytes(tx, kind, chat, examined, sent.name)
  if (/^https?:\/\//i.test(sent)) refuse('fileByUrl', 'url')
  if (!hasTransferSlot && chat.kind !== 'private') tx.transfers.requireSlot(bot)
  return acceptId(tx, bot, kind, chat, sent)
}

function refuseMissing({ kind, otherField }: SentFile): never {
  if (otherField !== undefined) return refuse('noFile', 'otherField', { kind, field: otherField })
  return refuse('noFile', 'missing', { kind })
}

export function acceptBytes(
  tx: Tx,
  kind: FileKind,
  chat: Chat,
  examined: Examined | undefined,
  name: string,
): AcceptedFile {
  if (!examined) return refuse('emptyFile', 'empty')
  if (!isKind(kind, examined)) refuse('typeMismatch', 'content', { kind, examined: examined.mime })
  requireSize(examined)
  if (examined.image === 'invalid_image') refuse('invalidImage', 'image')
  const file: NewFile = {
    kind,
    unique_id: examined.uniqueId,
    in_group: isInGroup(chat),
    ...(examined.image
      ? { name: 'image.jpg', mime: 'image/jpeg', ...examined.image }
      : {
          name: storedName(kind, name, examined),
          mime: examined.mime,
          size: examined.bytes,
          width: null,
          height: null,
        }),
  }
  return {
    keep() {
      tx.bytes.keep(examined.path, file.unique_id)
      return tx.store.files.put(file)
    },
  }
}

const isKind = (kind: FileKind, { sentAs }: Examined) => kind === 'document' || kind === sentAs

function requireSize({ family, bytes }: Examined) {
  const allowed = family === 'image' ? LIMITS.imageBytes : LIMITS.fileBytes
  if (bytes > allowed) refuse('fileTooLarge', family === 'image' ? 'image' : 'other', { bytes, allowed })
}

/** Without a name, a file is named after its kind and type, such as `video.mp4`. A long name keeps its extension. */
function storedName(kind: FileKind, name: string, { extension }: Examined): string {
  const own = name.split(/[/\\]/).at(-1) || `${kind}.${extension}`
  const ending = extname(own)
  const room = LIMITS.fileNamePoints - codePoints(ending)
  const isCut = room > 0 && longerThan(own, LIMITS.fileNamePoints)
  return isCut ? firstPoints(own, room) + ending : firstPoints(own, LIMITS.fileNamePoints)
}

function acceptId(tx: Tx, bot: BotRow, kind: FileKind, chat: BotChat, fileId: string): AcceptedFile {
  const row = requireFile(tx, bot, fileId)
  if (chat.kind === 'private' && row.in_group) refuse('wrongFileId', 'groupToPrivate')
  if (kind !== row.kind && kind !== 'document') refuse('typeMismatch', 'otherKind', { kind, examined: `a ${row.kind}` })
  return { keep: () => tx.store.files.put({ ...row, kind, in_group: row.in_group || isInGroup(chat) }) }
}

const isInGroup = ({ kind }: Chat) => (kind === 'group' || kind === 'comments' ? 1 : 0)
