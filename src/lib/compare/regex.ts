// Regular expressions that people write: between slashes, and stopped when they run away.

import { type Context, createContext, Script } from 'node:vm'
import { stopwatch } from '../clock.ts'
import { Problem } from '../problem.ts'

const MAX_MS = 50
const MAX_WAITS = 20
/** As long as the engine may be busy with something else, such as garbage. */
const BUSY_MS = 5

export interface WrittenRegex {
  source: string
  flags: string
}

/** The two parts of `/…/flags`; nothing for plain text, such as a path. */
export function regexIn(text: string): WrittenRegex | undefined {
  const [, source, flags = ''] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? []
  return source === undefined ? undefined : { source, flags }
}

export function requireReadable({ source, flags }: WrittenRegex) {
  try {
    new RegExp(source, flags)
  } catch (error) {
    const cause = (error as Error).message.replace(/^Invalid regular expression: .*: /s, '')
    throw new Problem(
      'bad-pattern',
      `/${source}/${flags} is no regular expression: ${cause}.`,
      'Mend it, or write plain text without the slashes.',
    )
  }
}

/** A text in an expression that stands for itself. */
export const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Nothing when the expression runs away. */
export function regexTest(regex: WrittenRegex, text: string): boolean | undefined {
  try {
    return MAY_BACKTRACK.test(regex.source)
      ? testUnderDeadline(regex, text)
      : new RegExp(regex.source, regex.flags).test(text)
  } catch (error) {
    requireReadable(regex)
    throw error
  }
}

/** Without repetition, option and choice there is one way only through a text, so that nothing can run away. */
const MAY_BACKTRACK = /[+*{?|]/

const script = new Script('new RegExp(source, flags).test(text)')
let room: Context | undefined

/** From which length of a text on an expression is known to run away. */
const runaways = new Map<string, number>()
const MAX_RUNAWAYS = 1000

/** What is left of a turn of the event loop for all expressions together; each of them gets a little. */
let leftMs = MAX_MS
const LEAST_MS = 5

function testUnderDeadline(regex: WrittenRegex, text: string): boolean | undefined {
  if (text.length >= runsAwayFrom(regex)) return undefined
  const verdict = underDeadline((ms) => testWithin(ms, regex, text))
  if (verdict === undefined) noteRunaway(regex, text.length)
  return verdict
}

/** For whatever is tried in one turn together. */
export function underDeadline<Verdict>(attempt: (ms: number) => Verdict): Verdict {
  if (leftMs === MAX_MS) {
    setImmediate(() => {
      leftMs = MAX_MS
    })
  }
  const elapsed = stopwatch()
  const verdict = attempt(Math.max(LEAST_MS, Math.ceil(leftMs)))
  leftMs -= elapsed()
  return verdict
}

const keyOf = ({ source, flags }: WrittenRegex) => `${flags}/${source}`

export const runsAwayFrom = (regex: WrittenRegex) => runaways.get(keyOf(regex)) ?? Number.POSITIVE_INFINITY

export function noteRunaway(regex: WrittenRegex, length: number) {
  if (runaways.size >= MAX_RUNAWAYS) runaways.clear()
  runaways.set(keyOf(regex), length)
}

const testWithin = (ms: number, regex: WrittenRegex, text: string): boolean | undefined =>
  runWithin(ms, script, { ...regex, text })

const eachScript = new Script(`(() => {
  const regex = new RegExp(source, flags)
  for (const text of texts) {
    regex.lastIndex = 0
    regex.test(text)
  }
  return true
})()`)

const testEachWithin = (ms: number, regex: WrittenRegex, texts: readonly string[]): boolean =>
  runWithin(ms, eachScript, { ...regex, texts }) === true

/** Nothing when it takes longer. What the work names is in the room, also what it has left there. */
export function runWithin(ms: number, work: Script, names: object) {
  room ??= createContext({})
  Object.assign(room, names)
  const elapsed = stopwatch()
  const before = computed()
  for (;;) {
    try {
      return work.runInContext(room, { timeout: ms })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      if (computed() - before > Math.max(ms / 2, BUSY_MS) || elapsed() > MAX_WAITS * ms) return undefined
    }
  }
}

/** Milliseconds that this thread has computed; all threads where Node cannot tell them apart. */
function computed(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}

/** The most of an expression, from its beginning, that a text has: groups that are cut are closed, unless they were empty. */
const beginning = new Script(`(() => {
  for (let length = source.length - 1; length > 0; length--) {
    if (/[(|]$|\\(\\?[:=!<]+$/.test(source.slice(0, length))) continue
    for (const close of ['', ')', '))']) {
      try {
        const match = new RegExp(source.slice(0, length) + close, flags.replace(/[gy]/g, '')).exec(text)
        if (match && (match[0] || source.slice(0, length) === '^')) return [length, match.index + match[0].length]
        break
      } catch {}
    }
  }
})()`)

/** How much of the expression the text agrees with, and up to where in the text; nothing when it runs away. */
export function agreement(regex: WrittenRegex, text: string): { length: number; place: number } | undefined {
  const found: [number, number] | undefined = runWithin(MAX_MS, beginning, { ...regex, text })
  return found && { length: found[0], place: found[1] }
}

/** Enough for a time that doubles with each character, and for one that grows with the third power of the length. */
const LENGTHS = [64, 1024]
const MAX_PARTS = 24
/** Most expressions do not match this, and so try all other ways. */
const NO_MATCH = '\u0001'
const USUAL_PARTS = ['a', '0', ' ', 'aA', 'a ']

/**
 * Returns whether an expression takes too long on texts made from its own characters, as an attacker would make them. It yields
 * between two slow texts.
 */
export function* runsAway(regex: WrittenRegex): Generator<void, boolean> {
  if (!MAY_BACKTRACK.test(regex.source)) return false
  const parts = [...new Set([...partsIn(regex.source), ...USUAL_PARTS])].slice(0, MAX_PARTS)
  const texts = parts.flatMap((part) =>
    LENGTHS.map((length) => part.repeat(Math.ceil(length / part.length)) + NO_MATCH),
  )
  if (testEachWithin(MAX_MS, regex, texts)) return false
  for (const text of texts) {
    yield
    if (testWithin(MAX_MS, regex, text) === undefined) return true
  }
  return false
}

/** Returns the words and the characters of an expression, and each two neighbours. */
function partsIn(source: string): string[] {
  const plain = source.replace(/\\[a-zA-Z]/g, '')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const signs = plain.match(/[\p{L}\p{N}:/.@_%#&=,;!-]/gu) ?? []
  return [...words, ...signs, ...signs.slice(1).map((sign, before) => signs[before] + sign)]
}
