// Describes what people saw differently.

import { buttonRow, fileText } from '../../control/describe/message.ts'
import { excerptWords, sanitizeLine } from '../../lib/safe-text.ts'
import type { SeenMessage } from './seen.ts'

const MAX_TEXT = 60
/** How much of the equal beginning of two long texts is shown. */
const CONTEXT = 15

const quoted = (text: string) => `'${sanitizeLine(excerptWords(text, MAX_TEXT))}'`

export function messageText({ text, file, what }: SeenMessage): string {
  const parts = [file && fileText(file, sanitizeLine), text !== undefined && quoted(text)]
  const message = parts.filter(Boolean).join(' ') || 'an empty message'
  return what ? `${what} of ${message}` : message
}

const times = (count: number) => ['never', 'once', 'twice'][count] ?? `${count} times`

export function moreText(message: SeenMessage, before: number, after: number): string {
  const what = messageText(message)
  if (before === 0) return after === 1 ? `also ${what}` : `also ${what}, ${times(after)}`
  return `${what} ${times(after)}${before === 1 ? '' : ` instead of ${times(before)}`}`
}

export const missingText = (message: SeenMessage, before: number, after: number) =>
  after === 0 ? `no ${messageText(message)}` : `${messageText(message)} ${times(after)} instead of ${times(before)}`

export function changedText(before = '', after = ''): string {
  let equal = 0
  while (equal < before.length && before[equal] === after[equal]) equal++
  const isLong = Math.max(before.length, after.length) > MAX_TEXT
  const from = isLong && equal > CONTEXT ? before.lastIndexOf(' ', equal - CONTEXT) + 1 : 0
  const shown = (text: string) => (text === '' ? 'no text' : quoted(from ? `…${text.slice(from)}` : text))
  return `${shown(before)} became ${shown(after)}`
}

export function changedFile(before: SeenMessage, after: SeenMessage): string {
  const [was, is] = [before, after].map(({ file }) => (file ? fileText(file, sanitizeLine) : 'no file'))
  return was === is ? `another ${is}` : `${was} became ${is}`
}

export function changedButtons(message: SeenMessage, before: string[][] = [], after: string[][] = []): string {
  const [was, is] = [before.flat(), after.flat()]
  const gone = was.filter((label) => !is.includes(label))
  const added = is.filter((label) => !was.includes(label))
  const what = messageText(message)
  const row = (labels: readonly string[]) => buttonRow(labels, sanitizeLine)
  if (gone.length && added.length) return `${row(gone)} became ${row(added)} under ${what}`
  if (gone.length) return `no ${row(gone)} under ${what}`
  if (added.length) return `also ${row(added)} under ${what}`
  return `the buttons under ${what} in another order`
}

export const changedReply = (message: SeenMessage, before: string | undefined, after: string | undefined) =>
  `${messageText(message)} replies to ${after === undefined ? 'nothing' : quoted(after)} instead of ${before === undefined ? 'nothing' : quoted(before)}`

export const changedState = (name: string, before: string | undefined, after: string | undefined) =>
  before === undefined
    ? `also ${name}: ${sanitizeLine(after ?? '')}`
    : after === undefined
      ? `no ${name}: ${sanitizeLine(before)}`
      : `${name}: ${changedText(before, after)}`
