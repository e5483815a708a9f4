// Says what a message holds: who came or left, its file, its text, its buttons.

import type { MessageView } from '../contract/messages.ts'
import type { Update } from '../contract/shapes.ts'
import { FILE_KINDS } from '../spec/file-kinds.ts'

/** A message as views, updates, replies and answers hold it. */
type AnyMessage = Partial<MessageView>

/** Returns the message that an action or a call answered, if the answer is one. */
export const messageIn = (answer: unknown): AnyMessage => (typeof answer === 'object' && answer !== null ? answer : {})

/** Returns the file of a message. A photo has no name; its largest size stands for it. */
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

export const saidIn = ({ text, caption }: Pick<AnyMessage, 'text' | 'caption'>) => text ?? caption

/** Makes text of others fit to be shown: quotes it, for one. */
type Show = (text: string) => string

const asItIs: Show = (text) => text

/** Returns who came or left, if that is all that the message says. */
export function serviceText(message: AnyMessage, show = asItIs): string | undefined {
  const { author, from, new_chat_members: came, left_chat_member: left } = message
  const by = author ?? from
  const name = ({ first_name }: { first_name: string }) => show(first_name)
  if (came) {
    const names = came.map(name).join(', ')
    return !by || (came.length === 1 && came[0]?.id === by.id) ? `${names} joined` : `${name(by)} added ${names}`
  }
  if (!left) return undefined
  return !by || left.id === by.id ? `${name(left)} left` : `${name(by)} removed ${name(left)}`
}

/** Returns a file as [document report.pdf], and one without a name as [photo]. */
export const fileText = ({ kind, name = kind }: { kind: string; name?: string }, show = asItIs) =>
  name === kind ? `[${kind}]` : `[${kind} ${show(name)}]`

export const buttonRow = (labels: readonly string[], show = asItIs) =>
  labels.map((label) => `‹${show(label)}›`).join(' ')

/** Returns what else is to know of a message: what it answers, and whether it was edited. */
export const asideText = ({ reply_to_message: target, edit_date }: AnyMessage) =>
  [target && `in reply to ${target.message_id}`, edit_date && 'edited'].filter(Boolean).join(', ')

/** Returns who came or left, else the file and the text: a message in a few words. */
export function excerpt(message: AnyMessage, show = asItIs): string {
  const file = fileIn(message)
  const said = saidIn(message)
  return serviceText(message, show) ?? [file && fileText(file, show), said && show(said)].filter(Boolean).join(' ')
}

/** Returns the whole message on one line: its author, its content, its buttons. */
export function messageText(message: MessageView, show = asItIs, author = show(message.author.first_name)): string {
  const aside = asideText(message)
  const parts = [excerpt(message, show), buttonRow(labelsOf(message), show), aside && `(${aside})`]
  const text = parts.filter(Boolean).join(' ')
  return serviceText(message) === undefined ? `${author}: ${text}` : text
}

/** Returns what an update is about, in a few words. */
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
