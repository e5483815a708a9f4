// Compares what people saw in two runs, and describes how they differ.

import { isDeepStrictEqual } from 'node:util'
import { buttonRow, fileText } from '../../control/describe/message.ts'
import { excerptWords, sanitizeLine } from '../../lib/safe-text.ts'
import { alignMessages } from './align-messages.ts'
import type { Seen, SeenChat, SeenMessage } from './seen.ts'

export interface SeenDifference {
  kind: 'more' | 'missing' | 'moved' | 'changed'
  /** The same for differences that a developer takes for one: numbers, people and chats don't count. */
  key: string
  /** What the second run shows, without a full stop: `'Order 12 confirmed' twice`. */
  text: string
  chat: string
  people: string[]
  /**
   * Where the first run differs. To ignore what a bot says differently each time, compare the first run with another
   * run of the same bot, and leave out the differences at the places of its differences.
   */
  place: string
  before?: SeenMessage
  after?: SeenMessage
}

/** Texts that differ only in numbers are the same to a developer. */
export const withoutNumbers = (text: string) => text.replace(/\d+/g, '#')

/** Returns how the second run differs from the first, chat by chat and message by message. */
export function compareSeen(first: Seen, second: Seen): SeenDifference[] {
  const differences = new Map<string, SeenDifference>()
  const screens = new Map([...first, ...second].map((each) => [`${each.chat} ${each.person}`, each]))
  for (const { chat, person, isPrivate } of screens.values()) {
    const where = isPrivate ? `${chat} of ${person}` : chat
    const [was, is] = [first, second].map((seen) => seen.find((each) => each.chat === chat && each.person === person))
    for (const { at, ...found } of compareChats(was ?? NOTHING, is ?? NOTHING)) {
      const place = `${where}, ${at}`
      const before = differences.get(`${place}: ${found.text}`)
      // The members of a group see the same difference.
      const people = new Set([...(before?.people ?? []), ...(person === undefined ? [] : [person])])
      const key = `${found.kind}: ${withoutNumbers(found.text)}`
      differences.set(`${place}: ${found.text}`, { ...found, key, chat, people: [...people], place })
    }
  }
  return [...differences.values()]
}

type SeenScreen = Pick<SeenChat, 'messages' | 'state'>

const NOTHING: SeenScreen = { messages: [], state: {} }

type Found = Pick<SeenDifference, 'kind' | 'text' | 'before' | 'after'> & { at: string }

function compareChats(first: SeenScreen, second: SeenScreen): Found[] {
  const counts = (message: SeenMessage): [number, number] => [countIn(first, message), countIn(second, message)]
  const found: Found[] = []
  let number = 0
  for (const pair of alignMessages(first.messages, second.messages)) {
    const before = first.messages[pair.first ?? -1]
    const after = second.messages[pair.second ?? -1]
    if (before) number++
    if (before && after) found.push(...compareMessages(before, after, `message ${number}`))
    else if (before)
      found.push({ kind: 'missing', text: missingText(before, ...counts(before)), at: `message ${number}`, before })
    else if (after)
      found.push({ kind: 'more', text: moreText(after, ...counts(after)), at: `after message ${number}`, after })
  }
  return [...joinMoves(found), ...compareStates(first.state, second.state)]
}

const countIn = ({ messages }: SeenScreen, message: SeenMessage) =>
  messages.filter((each) => isDeepStrictEqual(each, message)).length

/** Joins a message that is missing in one place with the same message in another place. */
function joinMoves(found: readonly Found[]): Found[] {
  const joined = new Set<Found>()
  return found.flatMap((one, i): Found[] => {
    if (joined.has(one)) return []
    const opposite = { more: 'missing', missing: 'more', moved: undefined, changed: undefined }[one.kind]
    const message = one.before ?? one.after
    const other = found.find(
      (each, j) =>
        j > i && each.kind === opposite && !joined.has(each) && isDeepStrictEqual(each.before ?? each.after, message),
    )
    if (!other || !message) return [one]
    joined.add(other)
    const text = `${messageText(message)} ${one.kind === 'more' ? 'earlier' : 'later'}`
    return [{ kind: 'moved', text, at: one.at, before: message, after: message }]
  })
}

function compareMessages(before: SeenMessage, after: SeenMessage, at: string): Found[] {
  const texts = {
    text: () => changedText(before.text, after.text),
    what: () => `${messageText(after)} instead of ${messageText(before)}`,
    file: () => changedFile(before, after),
    buttons: () => changedButtons(after, before.buttons, after.buttons),
    reply_to: () => changedReply(after, before.reply_to, after.reply_to),
  }
  return (Object.keys(texts) as (keyof typeof texts)[])
    .filter((part) => !isDeepStrictEqual(before[part], after[part]))
    .map((part) => ({ kind: 'changed', text: texts[part](), at: `${part} of ${at}`, before, after }))
}

const compareStates = (before: SeenScreen['state'], after: SeenScreen['state']): Found[] =>
  Object.keys({ ...before, ...after })
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ kind: 'changed', text: changedState(name, before[name], after[name]), at: name }))

const MAX_TEXT = 60
/** How much of the equal beginning of two long texts is shown. */
const CONTEXT = 15

const quoted = (text: string) => `'${sanitizeLine(excerptWords(text, MAX_TEXT))}'`

function messageText({ text, file, what }: SeenMessage): string {
  const parts = [file && fileText(file, sanitizeLine), text !== undefined && quoted(text)]
  const message = parts.filter(Boolean).join(' ') || 'an empty message'
  return what ? `${what} of ${message}` : message
}

const times = (count: number) => ['never', 'once', 'twice'][count] ?? `${count} times`

function moreText(message: SeenMessage, before: number, after: number): string {
  const what = messageText(message)
  if (before === 0) return after === 1 ? `also ${what}` : `also ${what}, ${times(after)}`
  return `${what} ${times(after)}${before === 1 ? '' : ` instead of ${times(before)}`}`
}

const missingText = (message: SeenMessage, before: number, after: number) =>
  after === 0 ? `no ${messageText(message)}` : `${messageText(message)} ${times(after)} instead of ${times(before)}`

function changedText(before = '', after = ''): string {
  const from = shownFrom(before, after, MAX_TEXT)
  const shown = (text: string) => (text === '' ? 'no text' : quoted(from ? `…${text.slice(from)}` : text))
  return `${shown(before)} became ${shown(after)}`
}

/** Returns where two texts should begin that will be cut to the length, so that it shows what differs. */
export function shownFrom(before: string, after: string, length: number): number {
  let equal = 0
  while (equal < before.length && before[equal] === after[equal]) equal++
  const isLong = Math.max(before.length, after.length) > length
  return isLong && equal > CONTEXT ? before.lastIndexOf(' ', equal - CONTEXT) + 1 : 0
}

function changedFile(before: SeenMessage, after: SeenMessage): string {
  const [was, is] = [before, after].map(({ file }) => (file ? fileText(file, sanitizeLine) : 'no file'))
  return was === is ? `another ${is}` : `${was} became ${is}`
}

function changedButtons(message: SeenMessage, before: string[][] = [], after: string[][] = []): string {
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

const changedReply = (message: SeenMessage, before: string | undefined, after: string | undefined) =>
  `${messageText(message)} replies to ${after === undefined ? 'nothing' : quoted(after)} instead of ${before === undefined ? 'nothing' : quoted(before)}`

const changedState = (name: string, before: string | undefined, after: string | undefined) =>
  before === undefined
    ? `also ${name}: ${sanitizeLine(after ?? '')}`
    : after === undefined
      ? `no ${name}: ${sanitizeLine(before)}`
      : `${name}: ${changedText(before, after)}`
