// Describes messages: who joined or left, files, text and buttons.

import type { MessageView } from '../contract/messages.ts'
import type { Update } from '../contract/shapes.ts'
import { FILE_KINDS } from '../spec/file-kinds.ts'

/** A message from a view, an update, a reply or an answer. */
type AnyMessage = Partial<MessageView>

/** Returns the answer of an action or a call as a message. The result is empty if the answer is not an object. */
export const messageIn = (answer: unknown): AnyMessage => (typeof answer === 'object' && answer !== null ? answer : {})

/** Returns the file of a message; for a photo, its largest size. */
export function fileIn(message: AnyMessage) {
  for (const kind of FILE_KINDS) {
    const file = [message[kind] ?? []].flat().at(-1)
    if (!file) continue
    return { kind, file, unique_id: file.file_unique_id, ...('file_name' in file && { name: file.file_name }) }
  }
  return undefined
}

export const buttonsOf = (message: Pick<AnyMessage, 'reply_markup'> | undefined) =>
  message?.reply_markup?.inline_keyboard.flat() ?? []

export const labelsOf = (message: Pick<AnyMessage, 'reply_markup'>): string[] =>
  buttonsOf(message).map(({ text }) => text)

/** Returns the row and column of a button, counted from 1, by its index among all buttons. */
export function placeOf(message: Pick<AnyMessage, 'reply_markup'>, index: number): { row: number; column: number } {
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

export const textOrCaption = ({ text, caption }: Pick<AnyMessage, 'text' | 'caption'>) => text ?? caption

/** Makes untrusted text safe to show, for example by quoting it. */
type FormatText = (text: string) => string

const unformatted: FormatText = (text) => text

/** Returns who joined or left, or undefined if the message is not about that. */
export function serviceText(message: AnyMessage, show = unformatted): string | undefined {
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

/** Returns which message this one replies to, and whether it was edited. */
export const asideText = ({ reply_to_message: target, edit_date }: AnyMessage) =>
  [target && `in reply to ${target.message_id}`, edit_date && 'edited'].filter(Boolean).join(', ')

/** Returns a message in a few words: who joined or left, otherwise its file and text. */
export function excerpt(message: AnyMessage, show = unformatted): string {
  const file = fileIn(message)
  const text = textOrCaption(message)
  return serviceText(message, show) ?? [file && fileText(file, show), text && show(text)].filter(Boolean).join(' ')
}

export function messageText(
  message: MessageView,
  show = unformatted,
  author = show(message.author.first_name),
): string {
  const aside = asideText(message)
  const parts = [excerpt(message, show), buttonRow(labelsOf(message), show), aside && `(${aside})`]
  const text = parts.filter(Boolean).join(' ')
  return serviceText(message) === undefined ? `${author}: ${text}` : text
}

export function updateText({ update_id: _, ...content }: Update): string {
  const [about] = Object.values(content)
  if (!about) return ''
  const who = about.from?.first_name ?? ''
  if ('new_chat_member' in about) {
    const { user, status } = about.new_chat_member
    return [`${user.first_name} ${status}`, about.chat.title].filter(Boolean).join(' in ')
  }
  const what = 'data' in about ? about.data : excerpt(about)
  return [what, who && `(${who})`].filter(Boolean).join(' ')
}
