// Runs regular expressions written by users, with a time limit.

import { type Context, createContext, Script } from 'node:vm'
import { stopwatch } from '../clock.ts'
import { Problem } from '../problem.ts'

const MAX_MS = 50
const MAX_WAITS = 20
/** A timeout after less CPU time does not prove that an expression is slow: the time may be garbage collection. */
const BUSY_MS = 5

export interface WrittenRegex {
  source: string
  flags: string
}

/** Splits `/source/flags`. Returns undefined for any other text, which is compared as plain text. */
export function regexIn(text: string): WrittenRegex | undefined {
  const [, source, flags = ''] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? []
  return source === undefined ? undefined : { source, flags }
}

export function requireValid({ source, flags }: WrittenRegex) {
  try {
    new RegExp(source, flags)
  } catch (error) {
    const cause = (error as Error).message.replace(/^Invalid regular expression: .*: /s, '')
    const hint = 'Correct the expression, or write plain text without the slashes.'
    throw new Problem('bad-pattern', `/${source}/${flags} is not a valid regular expression: ${cause}.`, hint)
  }
}

export const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Returns true if the text matches the expression, or undefined if the expression takes too long. */
export function regexTest(regex: WrittenRegex, text: string): boolean | undefined {
  try {
    return MAY_BACKTRACK.test(regex.source)
      ? testUnderDeadline(regex, text)
      : new RegExp(regex.source, regex.flags).test(text)
  } catch (error) {
    requireValid(regex)
    throw error
  }
}

/** Matches repetitions, optional parts and alternatives. An expression without them is always fast. */
const MAY_BACKTRACK = /[+*{?|]/

const script = new Script('new RegExp(source, flags).test(text)')
let context: Context | undefined

/** Maps each expression to the length of the shortest text on which it took too long. Longer ones are not tested. */
const slowLengths = new Map<string, number>()
const MAX_SLOW = 1000

/** The time that is left for expressions in this turn of the event loop. Each one gets at least `LEAST_MS`. */
let leftMs = MAX_MS
const LEAST_MS = 5
/** The number of expressions tested in this turn of the event loop. Limited, as each test costs up to 0.1 ms. */
let testsInTurn = 0
const MAX_TESTS_IN_TURN = 1000

function testUnderDeadline(regex: WrittenRegex, text: string): boolean | undefined {
  if (text.length >= slowLength(regex) || testsInTurn >= MAX_TESTS_IN_TURN) return undefined
  testsInTurn++
  const verdict = runUnderDeadline((ms) => testWithin(ms, regex, text))
  if (verdict === undefined) rememberSlow(regex, text.length)
  return verdict
}

/** Calls `attempt` with the time that is left in this turn of the event loop, and subtracts the time it took. */
export function runUnderDeadline<Verdict>(attempt: (ms: number) => Verdict): Verdict {
  if (leftMs === MAX_MS) {
    setImmediate(() => {
      leftMs = MAX_MS
      testsInTurn = 0
    })
  }
  const elapsed = stopwatch()
  const verdict = attempt(Math.max(LEAST_MS, Math.ceil(leftMs)))
  leftMs -= elapsed()
  return verdict
}

const keyOf = ({ source, flags }: WrittenRegex) => `${flags}/${source}`

export const slowLength = (regex: WrittenRegex) => slowLengths.get(keyOf(regex)) ?? Number.POSITIVE_INFINITY

export function rememberSlow(regex: WrittenRegex, length: number) {
  if (slowLengths.size >= MAX_SLOW) slowLengths.clear()
  slowLengths.set(keyOf(regex), length)
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

/** Runs a script. Repeats it if only other work on the machine delayed it. Returns undefined if it takes too long. */
export function runWithin(ms: number, work: Script, names: object) {
  context ??= createContext({})
  Object.assign(context, names)
  const elapsed = stopwatch()
  const before = cpuMs()
  for (;;) {
    try {
      return work.runInContext(context, { timeout: ms })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      if (cpuMs() - before > Math.max(ms / 2, BUSY_MS) || elapsed() > MAX_WAITS * ms) return undefined
    }
  }
}

/** The CPU time of this thread, or of all threads if Node does not report threads separately. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}

/** Shortens an expression at its end until it matches a part of the text. Closes the groups that are cut. */
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

/** Returns the length of the expression's longest beginning that matches, and the index at which its match ends. */
export function matchBeginning(regex: WrittenRegex, text: string): { length: number; place: number } | undefined {
  const found: [number, number] | undefined = runWithin(MAX_MS, beginning, { ...regex, text })
  return found && { length: found[0], place: found[1] }
}

/** The lengths of test texts. 64 characters reveal exponential time, and 1024 reveal cubic time. */
const LENGTHS = [64, 1024]
const MAX_PARTS = 24
/** The last character of each test text prevents a match, so that the expression tries all alternatives. */
const NO_MATCH = '\u0001'
const USUAL_PARTS = ['a', '0', ' ', 'aA', 'a ']

/** Returns true if the expression is slow for a long text of its own characters or of common characters. */
export function* isSlow(regex: WrittenRegex): Generator<void, boolean> {
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

/**
 * The texts with which an expression is tested consist of these parts: its words, single characters and pairs of
 * adjacent characters.
 */
function partsIn(source: string): string[] {
  const plain = source.replace(/\\[a-zA-Z]/g, '')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const signs = plain.match(/[\p{L}\p{N}:/.@_%#&=,;!-]/gu) ?? []
  return [...words, ...signs, ...signs.slice(1).map((sign, before) => signs[before] + sign)]
}
