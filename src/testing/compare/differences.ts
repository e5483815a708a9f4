// Finds what people would notice, apart from what varies by itself.

import { isDeepStrictEqual } from 'node:util'
import { compareSeen, type SeenDifference } from '../seen/compare-seen.ts'
import type { Seen, SeenChat, SeenMessage } from '../seen/seen.ts'
import type { Told, ToldLine } from './told.ts'

export interface Difference extends Pick<SeenDifference, 'kind' | 'text' | 'place' | 'chat'> {
  /** The index of the step after which it is there first. */
  step: number
  before?: ToldLine | undefined
  after?: ToldLine | undefined
}

/** Returns how the second play differs from the first, without what only follows from another difference. */
export function compareTold(first: Told, second: Told): Difference[] {
  const parted = partingStep(first, second)
  const comparable = ({ step }: ToldLine) => parted === undefined || step < parted
  const lines = new Map<SeenMessage, ToldLine>()
  const remember = (line: ToldLine): SeenMessage => {
    const seen = seenLine(line)
    lines.set(seen, line)
    return seen
  }
  const seenIn = ({ lines: all, profile }: Told): Seen => {
    const chats = Map.groupBy(all.filter(comparable), ({ chat }) => chat)
    const seen = [...chats].map(([chat, told]) => chatOf(chat, told.map(remember)))
    return parted === undefined ? [...seen, chatOf('profile', [], profile)] : seen
  }
  const differences = compareSeen(seenIn(first), seenIn(second))
    .map(({ kind, text, place, chat, before, after }): Difference => {
      const [was, is] = [before, after].map((message) => message && lines.get(message))
      return { kind, text, place, chat, step: (is ?? was)?.step ?? 0, before: was, after: is }
    })
    .filter(({ before, after }) => isByBot(before ?? after))
  const own = differences.filter((each) => !followsFrom(each, differences))
  if (parted !== undefined) return [...own, ...endDifference(first, second)]
  return own.length ? own : compareRest(first, second)
}

const chatOf = (chat: string, messages: SeenMessage[], state: SeenChat['state'] = {}): SeenChat => ({
  chat,
  isPrivate: false,
  messages,
  state,
})

/** From this step on the plays can't be compared: a bot ended, or people could not do the same. */
export function partingStep(first: Told, second: Told): number | undefined {
  const ends = [first.end?.step, second.end?.step].filter((step) => step !== undefined)
  const leftOut = [...first.leftOut, ...second.leftOut]
  const steps = [
    ...(first.end?.step === second.end?.step ? [] : ends),
    ...leftOut.filter((step) => first.leftOut.includes(step) !== second.leftOut.includes(step)),
  ]
  return steps.length ? Math.min(...steps) : undefined
}

const WHAT = { edit: 'edit', delete: 'deletion' } as const

export function seenLine(line: ToldLine): SeenMessage {
  const { kind, author = '', text, file, buttons = [], keys = [], reply_to } = line
  const labels = [...buttons, ...keys]
  return {
    author,
    ...(!line.bot && { byPerson: true }),
    ...(kind in WHAT && { what: WHAT[kind as keyof typeof WHAT] }),
    ...(text !== undefined && { text }),
    ...(file && { file }),
    ...(labels.length > 0 && { buttons: labels }),
    ...(reply_to !== undefined && { reply_to }),
  }
}

/** Differences in what people write only follow from others. */
const isByBot = (line: ToldLine | undefined) => !line || line.bot === true || line.kind === 'notice'

/** A reply to a message with another text quotes this text. */
const followsFrom = ({ place, before, after }: Difference, all: readonly Difference[]) =>
  place.includes('reply_to of') &&
  all.some(
    (other) =>
      other.place.includes('text of') &&
      other.before?.text === before?.reply_to &&
      other.after?.text === after?.reply_to,
  )

function endDifference({ end: first }: Told, { end: second }: Told): Difference[] {
  const end = second ?? first
  if (!end || first?.step === second?.step) return []
  const kind = second ? 'more' : 'missing'
  const text = second ? second.text : `no longer: ${end.text}`
  return [{ kind, text, place: 'end', chat: '', step: end.step }]
}

const compareRest = (first: Told, second: Told): Difference[] =>
  compareSeen(first.rest, second.rest).map(({ kind, text, place, chat }) => ({
    kind,
    text,
    place: `rest: ${place}`,
    chat,
    step: Math.max(0, ...second.lines.map(({ step }) => step)),
  }))

/** The plays of one conversation by both versions. Equal plays count once. */
export interface Plays {
  before: readonly Told[]
  after: readonly Told[]
}

/** Returns the differences that are there in each pair of plays: the versions never share what is at their places. */
export function lastingDifferences({ before, after }: Plays): Difference[] {
  const [first, second] = [before[0] as Told, after[0] as Told]
  const pairs = (mask: (told: Told) => Told) =>
    before.flatMap((one) => after.map((other) => textsByPlace(compareTold(mask(one), mask(other)))))
  const exact = pairs((told) => told)
  const masked = before.length > 1 || after.length > 1 ? pairs(maskVarying) : []
  return compareTold(first, second).filter(({ place, before: was, after: is }) => {
    if (isOnlyIn(before, after, was) || isOnlyIn(after, before, is)) return true
    const texts = new Set(exact.map((found) => found.get(place)))
    if (texts.has(undefined)) return false
    // What varies is compared without its numbers, such as times.
    return texts.size === 1 || masked.every((found) => found.has(place))
  })
}

/** Finds a line that has another place in each play, because other lines vary. */
function isOnlyIn(plays: readonly Told[], others: readonly Told[], line: ToldLine | undefined): boolean {
  if (!line) return false
  const isIn = ({ lines }: Told) => lines.some((each) => isDeepStrictEqual(maskLine(each), maskLine(line)))
  return plays.every(isIn) && !others.some(isIn)
}

const textsByPlace = (differences: readonly Difference[]) =>
  new Map(
    [...Map.groupBy(differences, ({ place }) => place)].map(([place, all]) => [
      place,
      all.map(({ text }) => text).join('\n'),
    ]),
  )

export const maskNumbers = (text: string) => text.replace(/\S*\d\S*/g, '#')

const maskVarying = (told: Told): Told => ({ ...told, lines: told.lines.map(maskLine) })

const maskLine = (line: ToldLine): ToldLine => ({
  ...line,
  ...(line.text !== undefined && { text: maskNumbers(line.text) }),
  ...(line.reply_to !== undefined && { reply_to: maskNumbers(line.reply_to) }),
  ...(line.buttons && { buttons: line.buttons.map((row) => row.map(maskNumbers)) }),
})

export function addPlay(plays: readonly Told[], told: Told): readonly Told[] {
  return plays.some((each) => isDeepStrictEqual(each, told)) ? plays : [...plays, told]
}
