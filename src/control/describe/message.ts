// Turns messages, updates and events into short texts.

import { FILE_KINDS } from '../../service/rules/file-kinds.ts'
import type { MessageView } from '../contract/messages.ts'
import type { CallbackQuery, Update } from '../contract/shapes.ts'

/** A message from any source: a view, an update, or the answer of a call. Each source has only some of the fields. */
export type MessageParts = Partial<MessageView>

/** Returns the result of an action or a call, typed as a message, or an empty object if the result is not an object. */
export const messageIn = (answer: unknown): MessageParts =>
  typeof answer === 'object' && answer !== null ? answer : {}

/** Returns the largest of the sizes of a photo. */
export function fileIn(message: MessageParts) {
  for (const kind of FILE_KINDS) {
    const file = [message[kind] ?? []].flat().at(-1)
    if (!file) continue
    return { kind, file, unique_id: file.file_unique_id, ...('file_name' in file && { name: file.file_name }) }
  }
  return undefined
}

export const buttonsOf = (message: Pick<MessageParts, 'reply_markup'> | undefined) =>
  message?.reply_markup?.inline_keyboard.flat() ?? []

export const labelsOf = (message: Pick<MessageParts, 'reply_markup'>): string[] =>
  buttonsOf(message).map(({ text }) => text)

/** Converts a button's index among all buttons of a message into its row and column, counted from 1. */
export function placeOf(message: Pick<MessageParts, 'reply_markup'>, index: number): { row: number; column: number } {
  const rows = message.reply_markup?.inline_keyboard ?? []
  let before = 0
  for (const [at, { length }] of rows.entries()) {
    if (index < before + length) return { row: at + 1, column: index - before + 1 }
    before += length
  }
  throw new Error(`The message has ${before} buttons, not ${index + 1}.`)
}

export const placeText = ({ row, column }: { row?: unknown; column?: unknown }) =>
  [row && `row ${row}`, column && `column ${column}`].filter(Boolean).join(', ')

export const textOrCaption = ({ text, caption }: Pick<MessageParts, 'text' | 'caption'>) => text ?? caption

/** A function that makes untrusted text safe to show, for example by escaping or quoting it. */
export type FormatText = (text: string) => string

const unformatted: FormatText = (text) => text

/** Such as "Alice joined" or "Alice removed Bob"; undefined for any other message. */
export function serviceText(message: MessageParts, show = unformatted): string | undefined {
  const { author, from, new_chat_members: newMembers, left_chat_member: formerMember } = message
  const actor = author ?? from
  const name = ({ first_name }: { first_name: string }) => show(first_name)
  if (newMembers) {
    const names = newMembers.map(name).join(', ')
    return !actor || (newMembers.length === 1 && newMembers[0]?.id === actor.id)
      ? `${names} joined`
      : `${name(actor)} added ${names}`
  }
  if (!formerMember) return undefined
  return !actor || formerMember.id === actor.id
    ? `${name(formerMember)} left`
    : `${name(actor)} removed ${name(formerMember)}`
}

/** Returns a file as `[document report.pdf]`, or a file without a name as `[photo]`. */
export const fileText = ({ kind, name = kind }: { kind: string; name?: string }, show = unformatted) =>
  name === kind ? `[${kind}]` : `[${kind} ${show(name)}]`

export const buttonRow = (labels: readonly string[], show = unformatted) =>
  labels.map((label) => `‹${show(label)}›`).join(' ')

/** Returns "in reply to 5", "edited", both or an empty text, as they apply to the message. */
export const asideText = ({ reply_to_message: target, edit_date }: MessageParts) =>
  [target && `in reply to ${target.message_id}`, edit_date && 'edited'].filter(Boolean).join(', ')

export function messageExcerpt(message: MessageParts, show = unformatted): string {
  const file = fileIn(message)
  const text = textOrCaption(message)
  return serviceText(message, show) ?? [file && fileText(file, show), text && show(text)].filter(Boolean).join(' ')
}

/** Returns the newest message of a chat as a person's list has it. A private chat has only one other author. */
export function newestText(message: MessageParts, kind: string, me: string | null): string {
  const words = messageExcerpt(message)
  const { author } = message
  if (!author || serviceText(message) !== undefined) return words
  if (author.handle === me) return `you: ${words}`
  return kind === 'private' ? words : `${author.first_name}: ${words}`
}

export function messageText(
  message: MessageView,
  show = unformatted,
  author = show(message.author.first_name),
): string {
  const aside = asideText(message)
  const parts = [messageExcerpt(message, show), buttonRow(labelsOf(message), show), aside && `(${aside})`]
  const text = parts.filter(Boolean).join(' ')
  return serviceText(message) === undefined ? `${author}: ${text}` : text
}

const labelOf = ({ data, message }: CallbackQuery) =>
  buttonsOf(message).find(({ callback_data }) => callback_data === data)?.text ?? data

export function updateParts({ update_id: _, ...content }: Update): { who: string; what: string } {
  const [about] = Object.values(content)
  if (!about) return { who: '', what: '' }
  if ('new_chat_member' in about) {
    const { user, status } = about.new_chat_member
    return { who: '', what: [`${user.first_name} ${status}`, about.chat.title].filter(Boolean).join(' in ') }
  }
  return { who: about.from?.first_name ?? '', what: 'data' in about ? labelOf(about) : messageExcerpt(about) }
}

export function updateText(update: Update): string {
  const { who, what } = updateParts(update)
  return [what, who && `(${who})`].filter(Boolean).join(' ')
}
