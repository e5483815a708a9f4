// What the value of a flag may be: how a help writes it, and how it is read. What does not fit goes on as it is, for the
// action to refuse.

import { basename } from 'node:path'
import { parseMoment, parseSpan } from '../../describe/time.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import { readInput } from './read-input.ts'

/** Of which flag it is, and what else it depends on. */
export interface Reading {
  flag: string
  /** What it may be, where that is a few words. */
  choices: readonly string[]
  /** What the flag said before, where it may be said again. */
  before: unknown
  /** The emulator's: a moment may be written as so much later. */
  now: number
}

interface ValueShape {
  placeholder: string
  read(text: string, reading: Reading): unknown
}

export const SHAPES = {
  text: { placeholder: 'text', read: (text) => text },
  number: { placeholder: 'number', read: (text) => (isNumber(text) ? Number(text) : text) },
  reference: { placeholder: 'who', read: (text) => (/^-?\d+$/.test(text) ? Number(text) : text) },
  switch: { placeholder: 'true|false', read: (text) => (/^(true|false)$/.test(text) ? text === 'true' : text) },
  list: {
    placeholder: 'value,…',
    read: (text, { flag, before = [] }) => [before, text.startsWith('[') ? jsonIn(flag, text) : text.split(',')].flat(),
  },
  words: {
    placeholder: 'right,…',
    read: (text, { flag, choices }) =>
      text.startsWith('{') ? jsonIn(flag, text) : chosen(flag, text.split(','), choices),
  },
  file: {
    placeholder: 'path',
    read: (text, { flag }) =>
      text.startsWith('{')
        ? jsonIn(flag, text)
        : { name: basename(text), base64: readInput(text, 'bad-flag', 'Name a file.').toString('base64') },
  },
  json: { placeholder: 'json', read: (text, { flag }) => (/^[[{"]|^null$/.test(text) ? jsonIn(flag, text) : text) },
  seconds: { placeholder: 'duration', read: (text) => parseSpan(text) ?? text },
  milliseconds: { placeholder: 'duration', read: (text) => inMilliseconds(text) },
  moment: { placeholder: 'duration|date', read: momentIn },
} as const satisfies Record<string, ValueShape>

export type Shape = keyof typeof SHAPES

function chosen(flag: string, words: string[], choices: readonly string[]): Record<string, true> {
  const stray = words.find((word) => !choices.includes(word))
  if (stray !== undefined) throw new Problem('bad-flag', `${flag} has no "${stray}".`, didYouMean(stray, choices))
  return Object.fromEntries(words.map((word) => [word, true]))
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text)

/** A bare number is in milliseconds already. */
function inMilliseconds(text: string): number | string {
  if (isNumber(text)) return Number(text)
  const seconds = parseSpan(text)
  return seconds === undefined ? text : seconds * 1000
}

function momentIn(text: string, { flag, now }: Reading): number {
  if (isNumber(text)) return Number(text)
  const at = parseMoment(text, now)
  if (at !== undefined) return parseSpan(text) === undefined ? at : Math.ceil(at)
  throw new Problem(
    'bad-flag',
    `${flag} cannot be "${text}".`,
    'Write a date such as 2030-01-01T12:00:00Z or tomorrow 9:00, or how much later than now: 48h.',
  )
}

function jsonIn(flag: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('bad-flag', `${flag} is no JSON: ${(error as Error).message}.`, 'Write it as one JSON value.')
  }
}
